--TEST--
The master is found though the first sentinels are dead: nobody listens there, or the connection is closed at once
--FILE--
<?php
$set = SentinelSet::shared();
$closed = FakeSentinel::that('refuse');
$living = $set->sentinels()[2];
foreach ([
    'one dead' => [Port::free(), $living],
    'two dead' => [Port::free(), Port::free(), $living],
    'one that closes connections' => [$closed, $living],
    'many' => [$closed, Port::free(), $closed, Port::free(), Port::free(), $living],
] as $what => $sentinels) {
    $name = Check::unique('dead');
    $lock = new RedisMutexLock(SentinelSet::asking($sentinels, ['command_timeout' => 20, 'name' => $name]));
    Check::true($lock->lock($name, 0, 60), "$what: lock");
    Check::same($lock->token($name), $set->master()->client()->call('GET', "lock:$name"), "$what: at the master");
    Check::true($lock->unlock($name), "$what: unlock");
}
echo 'done';
?>
--EXPECT--
done
