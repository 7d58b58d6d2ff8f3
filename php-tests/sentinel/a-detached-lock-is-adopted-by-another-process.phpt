--TEST--
Behind Sentinel a detached lock outlives its process, and another process adopts it
--FILE--
<?php
$set = SentinelSet::shared();
$name = Check::unique('detached');
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(unserialize($argv[1]));
    Tests\Check::true($lock->lock($argv[2], 0, 600), 'lock');
    say((string) $lock->detach($argv[2]));
    PHP, [serialize($set->config()), $name]);
$token = $worker->line();
$worker->finish();
$lock = new RedisMutexLock($set->config());
Check::same($token, $lock->owner($name), 'the lock lives on');
Check::true($lock->adopt($name, $token, null), 'adopt');
Check::same($lock->token($name), $set->master()->client()->call('GET', "lock:$name"), 'whose it is');
Check::true($lock->unlock($name), 'unlock');
echo 'done';
?>
--EXPECT--
done
