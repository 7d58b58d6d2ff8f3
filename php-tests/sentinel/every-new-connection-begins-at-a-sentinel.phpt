--TEST--
Every new connection to the master begins at a sentinel; a kept one asks no sentinel
--FILE--
<?php
[$first, $second] = [RedisServer::start(), RedisServer::start()];
$one = Proxy::to($first);
$sentinel = FakeSentinel::naming($one);
$lock = new RedisMutexLock(SentinelSet::asking([$sentinel], ['retry_for' => 60]));
Check::true($lock->lock('a', 0, 600), 'lock');
for ($i = 0; $i < 20; $i++) {
    Check::true($lock->isLocking('a') && $lock->lock("a$i") && $lock->unlock("a$i"), 'a kept connection');
}
Check::same([1, 1], [$sentinel->asked(), $one->accepted()], 'sentinels asked, connections');

// The connection is closed. The remembered master lives and would answer.
$one->drop();
Check::true($lock->isLocking('a'), 'asked over a new connection');
Check::same([2, 2], [$sentinel->asked(), $one->accepted()], 'sentinels asked, connections');

// Another server is the master now. Nobody connects to the old one any more.
$sentinel->name($second);
$one->drop();
Check::same(false, $lock->isLocking('a'), 'the new master does not know it');
Check::true($lock->lock('b', 0, 60), 'lock');
Check::same(1, $second->client()->call('EXISTS', 'lock:b'), 'it is at the new master');
Check::same(2, $one->accepted(), 'connections to the old master');
Check::true($lock->unlock('b'), 'unlock');
echo 'done';
?>
--EXPECT--
done
