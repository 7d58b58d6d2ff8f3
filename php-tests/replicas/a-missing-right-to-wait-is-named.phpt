--TEST--
A user without +wait: the message names the right, and the lock is given back
--FILE--
<?php
$pair = new Replication(1, ['user' => ['app on >s ~lock:* +@all -wait']]);
$config = $pair->config(['username' => 'app', 'password' => 's']);
$lock = new RedisMutexLock($config);
$began = hrtime(true);
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', 10, 60), 'the user lacks the right +wait: redis-cli ACL SETUSER');
Check::between(0, 5, (hrtime(true) - $began) / 1e9, 'seconds: asking again would not help');
Check::same([[], []], [$lock->held(), $pair->locks()], 'what is left');
$pair->master->client()->call('ACL', 'SETUSER', 'app', '+wait');
Check::true($lock->lock('a', 0, 60), 'lock with the right');
// Without min_replicas nobody needs the right.
$pair->master->client()->call('ACL', 'SETUSER', 'app', '-wait');
Check::true(@(new RedisMutexLock(['min_replicas' => 0] + $config))->lock('b', 0, 60), 'lock without min_replicas');
echo 'done';
?>
--EXPECT--
done
