--TEST--
Two replicas, one of them stopped: min_replicas 1 grants without a pause, min_replicas 2 says 1 of 2
--FILE--
<?php
$three = new Replication(2);
$one = new RedisMutexLock($three->config(['min_replicas' => 1]));
$both = new RedisMutexLock($three->config());
Check::true($both->lock('both', 0, 60), 'lock on both');
$three->replicas[1]->pause();
$began = hrtime(true);
for ($i = 0; $i < 40; $i++) {
    Check::true($one->lock("a$i", 0, 60), 'lock on one');
    Check::same($one->token("a$i"), $three->copy("lock:a$i"), 'what the other replica has');
}
// One WAIT for the stopped one would take 5 s.
Check::between(0, 4, (hrtime(true) - $began) / 1e9, 'seconds of 40 locks');
$both = new RedisMutexLock($three->config(['command_timeout' => 4]));
Check::throws(RedisMutexLockUnavailableException::class, fn () => $both->lock('b', 0, 60), '1 of 2 replicas');
Check::same(false, $both->isLocked('b'), 'the lock that one replica had');
$three->replicas[1]->resume();
echo 'done';
?>
--EXPECT--
done
