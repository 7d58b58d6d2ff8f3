--TEST--
An exception of a handler for SIGTERM or SIGUSR1 ends the wait for a share at once, and the waiter leaves the queue
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$calls = [
    'lockShared' => '$lock->lockShared("x", 600, 600, 3600000000)',
    'lockShared without a timeout' => '$lock->lockShared("x", null, 600, 3600000000)',
    'lockShared with a limit' => '$lock->lockShared("x", 600, 600, 3600000000, 1)',
    'lockShared, renewed' => '$lock->lockShared("x", 600, null, 3600000000)',
    'synchronizedShared' => '$lock->synchronizedShared("x", fn () => say("never"), 600, 600, 3600000000)',
    'synchronizedShared with a limit' => '$lock->synchronizedShared("x", fn () => say("never"), 600, null, 3600000000, 1)',
];
foreach ($calls as $what => $call) {
    foreach (['SIGTERM' => SIGTERM, 'SIGUSR1' => SIGUSR1] as $which => $signal) {
        $case = "$what, $which";
        $queue = new Queue($server, 'x');
        $holder = new RedisMutexLock($server->url());
        // A limit of one is used up by another share.
        Check::true(str_contains($what, 'limit') ? $holder->lockShared('x', 0, 600) : $holder->lock('x', 0, 600), "$case: held");
        // The way out may take half a second. A round that took longer proves nothing, so it is repeated.
        $tries = 3;
        do {
            $worker = Worker::run('final class Alarm extends Exception {}
                [, $url, $signal] = $argv;
                pcntl_async_signals(true);
                $alarm = new Alarm("from the handler");
                pcntl_signal((int) $signal, fn () => throw $alarm);
                $lock = new RedisMutexLock($url);
                try {
                    ' . $call . ';
                    say("no exception");
                } catch (Throwable $thrown) {
                    Tests\Check::same([$alarm, null], [$thrown, $thrown->getPrevious()], "what was thrown");
                    Tests\Check::same([[], null, false], [$lock->held(), $lock->token("x"), $lock->unlock("x")], "what it holds");
                    say("thrown");
                }
                hear();
                Tests\Check::true($lock->lockShared("x", 0, 600) && $lock->unlock("x"), "the object still works");
                hear();', [$server->url(), $signal]);
            $queue->sleep(1);
            $end = Deadline::in(0.5);
            $worker->signal($signal);
            $worker->expect('thrown', 20);
        } while ($end->passed() && --$tries > 0);
        Check::same([], $queue->tokens(), "$case: nobody waits");
        Check::same([0, ['lock:x']], [$redis->call('EXISTS', $queue->key), $redis->call('KEYS', 'lock:*')], "$case: the holder's key alone");
        // A waiter that was still in the queue would get the name now.
        Check::true($holder->unlock('x'), "$case: released by its holder");
        Check::same([], $redis->call('KEYS', 'lock:*'), "$case: nothing after that");
        $worker->tell('go on');
        $worker->tell('end');
        $worker->finish();
    }
}
echo "done\n";
?>
--EXPECT--
done
