--TEST--
An exception, exit or a fatal error in a handler ends the wait: the queue is left at once, and the next one is served
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$ways = [
    'exception' => 'throw new DomainException("mine");',
    'exit' => 'exit(4);',
    'fatal error' => 'trigger_error("x", E_USER_ERROR);',
    'memory' => 'ini_set("memory_limit", "4M"); $x = str_repeat("x", 1 << 30);',
];
foreach ($ways as $way => $code) {
    // Leaving may take half a second. If it took longer, the round proves nothing and is repeated.
    $tries = 3;
    do {
        $queue = new Queue($server, Check::unique('left'));
        $holder = new RedisMutexLock($server->url());
        Check::true($holder->lock($queue->name, 0, 600), 'held');
        $token = $queue->holder();
        $first = Worker::run('[, $url, $name] = $argv;
            pcntl_async_signals(true);
            pcntl_signal(SIGUSR1, function () { ' . $code . ' });
            $lock = new RedisMutexLock(["url" => $url, "name" => "first"]);
            try {
                $lock->lock($name, 600, 600, 60000000);
                say("ended by itself");
            } catch (DomainException $e) {
                say("exception " . $e->getMessage());
                say(json_encode($lock->held()));
                hear();
                say($lock->lock($name, 60, 600) ? "granted" : "refused");
            }', [$server->url(), $queue->name]);
        $queue->reaches(1);
        $second = $queue->waiter();
        [, $two] = $queue->tokens();
        $end = Deadline::in(0.5);
        $first->signal(SIGUSR1);
        if ($way === 'exception') {
            $first->expect('exception mine');
            $first->expect('[]');
        } else {
            $first->wait();
        }
    } while ($end->passed() && --$tries > 0);
    if ($way === 'exception') {
        Check::same([$two], $queue->tokens(), "$way: the queue when lock() is back");
        $blocked = array_filter($redis->clients(), fn (array $one): bool => $one['name'] === 'first' && $one['cmd'] === 'blpop');
        Check::same([], $blocked, "$way: nothing of it is left waiting at the server");
    } else {
        Check::same([$two], $queue->tokens(), "$way: the queue after the end");
        Check::eventually(
            fn (): bool => array_filter($redis->clients(), fn (array $one): bool => $one['name'] === 'first') === [],
            5,
            "$way: no connection is left",
        );
    }
    Check::same($token, $queue->holder(), "$way: the lock is still the holder's");
    Check::true($holder->unlock($queue->name), "$way: released");
    $second->expect('granted');
    if ($way === 'exception') {
        // The same object waits anew.
        $first->tell('again');
        $queue->reaches(1);
        $second->tell('unlock');
        $second->expect('released');
        $first->expect('granted');
        $first->finish();
    }
    $second->tell('end');
    $second->finish();
    $queue->vanishes();
}
echo 'done';
?>
--EXPECT--
done
