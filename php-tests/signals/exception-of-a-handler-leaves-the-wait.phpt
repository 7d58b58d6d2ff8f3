--TEST--
An exception thrown in a handler leaves lock() and synchronized() at once, unchanged, and no key stays in Redis
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$calls = [
    'lock' => '$lock->lock($name, 600, 600, 3600000000)',
    'lock without limit' => '$lock->lock($name, null, 600, 3600000000)',
    'synchronized' => '$lock->synchronized($name, fn () => say("never"), 600, 600, 3600000000)',
];
foreach ($calls as $what => $call) {
    // Leaving may take half a second. If it took longer, the round proves nothing and is repeated.
    $tries = 3;
    do {
        $name = Check::unique('throw');
        $holder = new RedisMutexLock($redis->url());
        Check::true($holder->lock($name, 0, 600), 'somebody holds it');
        $worker = Worker::run('final class Alarm extends Exception {}
            [, $url, $name] = $argv;
            pcntl_async_signals(true);
            $alarm = new Alarm("from the handler");
            pcntl_signal(SIGUSR1, fn () => throw $alarm);
            $lock = new RedisMutexLock("$url?name=$name");
            try {
                ' . $call . ';
                say("no exception");
            } catch (Throwable $thrown) {
                Tests\Check::same([$alarm, null], [$thrown, $thrown->getPrevious()], "what was thrown");
                $holds = [$lock->held(), $lock->token($name), $lock->unlock($name)];
                Tests\Check::same([[], null, false], $holds, "what it holds");
                say("thrown");
            }
            hear();
            Tests\Check::true($lock->lock($name, 0, 600), "the object still works");
            Tests\Check::true($lock->unlock($name), "and releases");', [$redis->url(), $name]);
        Check::eventually(fn (): bool => array_filter(
            $client->clients(),
            fn (array $one): bool => $one['name'] === $name && !str_starts_with($one['cmd'], 'client'),
        ) !== [], 10, "$what: it has asked");
        $end = Deadline::in(0.5);
        $worker->signal(SIGUSR1);
        $worker->expect('thrown', 20);
    } while ($end->passed() && --$tries > 0);
    Check::same([$holder->token($name), ["lock:$name"]], [$client->call('GET', "lock:$name"), $client->call('KEYS', "lock:$name*")], "$what: only the holder's");
    // A waiter that was still in the queue would be handed the lock now.
    Check::true($holder->unlock($name), "$what: released by its holder");
    Check::same([], $client->call('KEYS', "lock:$name*"), "$what: nothing after that");
    $worker->tell('go on');
    $worker->finish();
}

echo "done\n";
--EXPECT--
done
