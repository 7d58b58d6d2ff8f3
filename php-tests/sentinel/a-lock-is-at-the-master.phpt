--TEST--
Behind Sentinel a lock is taken, asked for, lengthened and released at the master, with an array and with a URL
--FILE--
<?php
$set = SentinelSet::shared();
$redis = $set->master()->client();
foreach (['array' => $set->config(), 'url' => $set->url()] as $form => $config) {
    $name = Check::unique($form);
    [$lock, $other] = [new RedisMutexLock($config), new RedisMutexLock($config)];
    Check::true($lock->lock($name, 0, 60), "$form: lock");
    Check::same($lock->token($name), $redis->call('GET', "lock:$name"), "$form: what the master has");
    Check::same(false, $other->lock($name), "$form: held");
    Check::same([true, true, true], [$lock->isLocking($name), $other->isLocked($name), $lock->owner($name) === $lock->token($name)], "$form: questions");
    Check::true($lock->expire($name, 600), "$form: expire");
    Check::between(500_000, 600_000, $redis->call('PTTL', "lock:$name"), "$form: milliseconds at the master");
    Check::same([true, false], [$lock->unlock($name), $lock->unlock($name)], "$form: unlock");
    Check::true($other->lock($name, 0, 60), "$form: lock of another object");
    Check::same([true, false], [$lock->forceUnlock($name), $other->unlock($name)], "$form: forceUnlock");
    Check::true($lock->lock($name) && $lock->unlockAll(), "$form: unlockAll");
    Check::same([], $set->keys("lock:$name*"), "$form: what is left");
}
echo 'done';
?>
--EXPECT--
done
