--TEST--
Where a round takes longer than the lease that it gives, lockAll() says so, serves signals meanwhile, and has nothing
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server, ['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 60]);
$config = ['url' => $proxy->url(), 'command_timeout' => 5];
$lock = new RedisMutexLock($config);
// On a busy machine the second may end between two names, where the answer is false. Such a call proves nothing, so it is repeated.
$thrown = null;
for ($tries = 20; $thrown === null && $tries > 0; $tries--) {
    try {
        Check::same(false, $lock->lockAll(['a', 'b'], 1, 0.02), 'it is never granted');
    } catch (RedisMutexLockUnavailableException $thrown) {
    }
    Check::same([], $lock->held(), 'nothing is held');
}
Check::true(str_contains((string) $thrown?->getMessage(), 'the grant took longer than its lease of 20 ms'), "what it says: {$thrown?->getMessage()}");
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
