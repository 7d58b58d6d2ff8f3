--TEST--
Where a round takes longer than the lease that it gives, lockAll() says so, serves signals meanwhile, and has nothing
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
$config = ['url' => $proxy->url(), 'command_timeout' => 5];
$lock = new RedisMutexLock($config);
// Connecting takes nothing of the seconds in which a first round has to end.
Check::same(false, $lock->isLocked('a'), 'free');
// With the longer delay the deadline cuts a round short. Asked again, the server says no, because the lease of that round is over.
foreach ([60, 350] as $delay) {
    $proxy->clear();
    $proxy->rule(['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => $delay]);
    Check::throws(
        RedisMutexLockUnavailableException::class,
        static fn () => $lock->lockAll(['a', 'b'], $delay === 60 ? 3 : 1, 0.02),
        'the grant took longer than its lease of 20 ms',
    );
}
Check::same([], $lock->held(), 'nothing is held');
$proxy->clear();
$lock = null;
Check::eventually(static fn (): bool => $redis->call('DBSIZE') === 0, 10, 'nothing is left');
$proxy->rule(['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 60]);
$before = $proxy->count('EVAL*');
$endless = Worker::run('pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, fn () => throw new LogicException("enough"));
    $lock = new RedisMutexLock(unserialize($argv[1]));
    say("begins");
    try {
        $lock->lockAll(["a", "b"], null, 0.02);
    } catch (LogicException) {
        say("ended");
    }
    hear();', [serialize([...$config, 'retry_for' => 600])]);
$endless->expect('begins');
Check::eventually(static fn (): bool => $proxy->count('EVAL*') > $before + 6, 20, 'it asks again and again');
$endless->signal(SIGUSR1);
$endless->expect('ended', 20);
$endless->tell('go');
$endless->finish();
echo "done\n";
?>
--EXPECT--
done
