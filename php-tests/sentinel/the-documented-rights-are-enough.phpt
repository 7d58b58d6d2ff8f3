--TEST--
The rights of docs/operations.md are enough behind Sentinel, for a user of the sentinels and for one of the master
--FILE--
<?php
$master = RedisServer::start();
$sentinel = RedisServer::start(
    ['sentinel' => 'monitor ' . SentinelSet::SERVICE . " 127.0.0.1 $master->port 1"],
    sentinel: true,
);
// The lines of the page go to the plain ports.
foreach ([[$master, 'everything'], [$sentinel, 'for Sentinel, at each sentinel']] as [$server, $comment]) {
    $lines = array_filter(Rights::lines(), static fn (string $it): bool => str_starts_with($it, $comment), ARRAY_FILTER_USE_KEY);
    Check::same(1, count($lines), "lines $comment");
    $words = str_getcsv(preg_replace('/^.* ACL SETUSER /', '', reset($lines)), ' ', "'", '');
    Check::same('OK', $server->client()->call('ACL', 'SETUSER', ...$words), "$comment");
}
$config = SentinelSet::asking([$sentinel], Rights::USER + ['fencing' => true, 'lease' => 3]);
$config['sentinel'] += Rights::USER;
$lock = new RedisMutexLock($config);
Check::true($lock->lock('a', 0, null), 'lock');
$before = RedisMutexLock::stats()['renewed'];
Check::eventually(static fn (): bool => RedisMutexLock::stats()['renewed'] > $before, 20, 'renewed');
Check::same(false, @(new RedisMutexLock($config))->lock('a', 0.2), 'a wait');
Check::true($lock->adopt('a', $lock->detach('a'), 60) && $lock->expire('a', 60) && $lock->isLocking('a'), 'other methods');
Check::true($lock->unlock('a'), 'unlock');
echo 'done';
?>
--EXPECT--
done
