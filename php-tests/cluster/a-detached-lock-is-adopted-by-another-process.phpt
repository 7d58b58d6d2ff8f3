--TEST--
In a Cluster a detached lock outlives its process, and another process adopts it
--FILE--
<?php
$set = ClusterSet::shared();
foreach ([false, true] as $fencing) {
    $name = Check::unique('detached');
    $config = $set->config(['fencing' => $fencing]);
    $worker = Worker::run(<<<'PHP'
        $lock = new RedisMutexLock(unserialize($argv[1]));
        Tests\Check::true($lock->lock($argv[2], 0, 600), 'lock');
        say((string) $lock->fence($argv[2]));
        say((string) $lock->detach($argv[2]));
        PHP, [serialize($config), $name]);
    $fence = (int) $worker->line();
    $token = $worker->line();
    $worker->finish();
    $lock = new RedisMutexLock($config);
    Check::same($token, $lock->owner($name), 'the lock lives on');
    Check::true($lock->adopt($name, $token, null), 'adopt');
    Check::same(false, $lock->lock($name), 'it is held');
    Check::same($lock->token($name), $set->nodeOf("lock:$name")->client()->call('GET', "lock:$name"), 'whose it is');
    Check::same($fencing, $lock->fence($name) > $fence, 'the fence');
    Check::same(false, @(new RedisMutexLock($config))->adopt($name, $token), 'the old token is used up');
    Check::true($lock->unlock($name), 'unlock');
}
echo 'done';
?>
--EXPECT--
done
