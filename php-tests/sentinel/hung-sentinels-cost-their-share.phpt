--TEST--
The master is found though the first sentinels hang: each one costs its share of the command timeout, and the lock comes in time
--FILE--
<?php
$set = SentinelSet::shared();
$living = $set->sentinels()[1];
$silent = FakeSentinel::that('stall');
$stopped = FakeSentinel::that('stall');
$stopped->proxy->pause();
foreach ([
    'it accepts and is silent' => [$silent, $living],
    'its process is stopped' => [$stopped, $living],
    'both' => [$stopped, $silent, $living],
] as $what => $sentinels) {
    $name = Check::unique('hung');
    // A name of its own: the configuration before remembers which sentinel was right.
    $lock = new RedisMutexLock(SentinelSet::asking($sentinels, ['command_timeout' => 3, 'name' => $name]));
    $began = hrtime(true);
    Check::true($lock->lock($name, 0, 60), "$what: lock");
    Check::between(0.3, 3.5, (hrtime(true) - $began) / 1e9, "$what: seconds");
    Check::true($lock->unlock($name), "$what: unlock");
}
$stopped->proxy->resume();
echo 'done';
?>
--EXPECT--
done
