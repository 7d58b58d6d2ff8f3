--TEST--
Two replicas that hang cost a lock nothing: the extension never connects to them
--FILE--
<?php
$set = SentinelSet::start();
$lock = new RedisMutexLock($set->config(['command_timeout' => 10]));
Check::true($lock->lock('before', 0, 60), 'lock');
foreach ($set->replicas() as $replica) {
    $replica->pause();
}
$new = new RedisMutexLock($set->config(['command_timeout' => 10, 'name' => 'new']));
foreach (['kept' => $lock, 'new' => $new] as $what => $one) {
    $began = hrtime(true);
    Check::true($one->lock($what, 0, 60) && $one->unlock($what), "$what: lock and unlock");
    // One question to a replica that hangs would cost a share of the command timeout.
    // A command that waited for one of them would take 10 s.
    Check::between(0, 9, (hrtime(true) - $began) / 1e9, "$what: seconds");
}
Check::true($lock->unlock('before'), 'unlock');
$set->heal();
echo 'done';
?>
--EXPECT--
done
