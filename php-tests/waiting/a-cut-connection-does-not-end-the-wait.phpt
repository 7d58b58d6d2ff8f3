--TEST--
The connection is cut at any command of a wait, before or after the server has executed it: the waiter gets the lock when it is freed
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
// The server knows the scripts from here on: EVALSHA is answered at once.
$warm = new RedisMutexLock($server->url());
$warm->lock('warm', 0, 60);
@(new RedisMutexLock($server->url()))->lock('warm', 0.01);
$warm->unlock('warm');

$points = [
    'the first attempt' => ['command' => 'SET', 'nth' => 1],
    'joining' => ['command' => 'EVALSHA', 'nth' => 1],
    'the sleep' => ['command' => 'BLPOP', 'nth' => 1],
    'the second sleep' => ['command' => 'BLPOP', 'nth' => 2],
    'after the sleep' => ['command' => 'EVALSHA', 'nth' => 2],
    'the look after that' => ['command' => 'EVALSHA', 'nth' => 3],
];
$cuts = [
    ['do' => 'cutBefore'], ['do' => 'cutAfter'], ['do' => 'reset'], ['do' => 'resetAfter'],
    ['do' => 'halfReply', 'bytes' => 1],
];
$waiter = Worker::run(<<<'PHP'
    [, $url] = $argv;
    while (($name = hear()) !== 'end') {
        // A new object on the same connection. It looks often, so the second sleep comes soon.
        $lock = new RedisMutexLock($url);
        say($lock->lock($name, 60, 60, 50000) ? 'granted' : 'refused');
        say($lock->isLocking($name) ? 'mine' : 'lost');
        say($lock->unlock($name) ? 'released' : 'lost');
    }
    PHP, [$proxy->url(command_timeout: 5, retry_for: 60)]);
$holder = new RedisMutexLock($server->url());
foreach ($points as $point => $where) {
    foreach ($cuts as $i => $cut) {
        $what = "$point, {$cut['do']}";
        $queue = new Queue($server, preg_replace('/\W/', '', $what));
        Check::true($holder->lock($queue->name, 0, 600), "$what: held");
        $proxy->clear();
        $proxy->rule($where + $cut);
        $seen = count($proxy->log());
        $waiter->tell($queue->name);
        $strikes = fn (): bool => array_filter(
            array_slice($proxy->log(), $seen),
            static fn (array $command): bool => $command['did'] !== 'pass',
        ) !== [];
        // A cut behind the reply of a sleep comes when the sleep is over. The test does not wait for it here.
        Check::eventually($strikes, 10, "$what: struck");
        Check::true($holder->unlock($queue->name), "$what: released");
        $waiter->expect('granted');
        $waiter->expect('mine');
        $waiter->expect('released');
        Check::same([null, []], [$queue->holder(), $queue->tokens()], "$what: nobody has it and nobody waits");
    }
}
$waiter->tell('end');
$waiter->finish();
foreach (array_keys($points) as $point) {
    (new Queue($server, preg_replace('/\W/', '', $point)))->vanishes();
}
echo 'done';
?>
--EXPECT--
done
