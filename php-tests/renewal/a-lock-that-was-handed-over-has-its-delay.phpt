--TEST--
A lock that was waited for has its lock_delay too, and unlock() of one that was over by its own clock says false
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$holder = new RedisMutexLock($server->url());
$queue = new Queue($server, 'd');
for ($round = 0; $round < 2; $round++) {
    Check::true($holder->lock('d', 0, 60), 'held');
    $waiter = $queue->waiter(['lock_delay' => 100], expire: 10);
    Check::true($holder->unlock('d'), 'released');
    $waiter->expect('granted');
    Check::between(100_000, 110_000, $redis->call('PTTL', 'lock:d'), 'a lease and its delay');
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
    $queue->vanishes();
}
$late = new RedisMutexLock([...$server->config(), 'lock_delay' => 100]);
Check::true($late->lock('d', 0, 0.05), 'a short lease');
Check::eventually(static fn (): bool => $late->remaining('d') === null, 5, 'it is over');
Check::same(1, $redis->call('EXISTS', 'lock:d'), 'Redis keeps it');
Check::same(false, $late->unlock('d'), 'it was over');
Check::same(0, $redis->call('EXISTS', 'lock:d'), 'free now');
foreach (['synchronized' => 'd', 'synchronizedAll' => ['d', 'e']] as $method => $names) {
    Check::throws(RedisMutexLockLostException::class, static fn () => $late->$method($names, static fn () => usleep(100_000), 1, 0.05));
    Check::same(0, $redis->call('EXISTS', 'lock:d'), "free behind $method");
}
echo "done\n";
?>
--EXPECT--
done
