--TEST--
The next new connection begins at the sentinel that was right last, not at the first one of the list
--FILE--
<?php
$master = RedisServer::start();
$relay = Proxy::to($master);
$wrong = FakeSentinel::naming(Port::free());
$right = FakeSentinel::naming($relay);
$lock = new RedisMutexLock(SentinelSet::asking([$wrong, $right], ['command_timeout' => 10]));
Check::true($lock->lock('a', 0, 60), 'lock');
Check::same([1, 1], [$wrong->asked(), $right->asked()], 'sentinels asked');
for ($i = 2; $i < 5; $i++) {
    $relay->drop();
    Check::true($lock->isLocking('a'), 'asked over a new connection');
    Check::same([1, $i], [$wrong->asked(), $right->asked()], 'sentinels asked');
}
// It is not right any more.
$right->name(Port::free());
$wrong->name($relay);
$relay->drop();
Check::true($lock->isLocking('a') && $lock->unlock('a'), 'the other one is asked');
Check::same(2, $wrong->asked(), 'the first one is asked again');
echo 'done';
?>
--EXPECT--
done
