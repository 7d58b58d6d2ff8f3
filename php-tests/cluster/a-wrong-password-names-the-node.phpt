--TEST--
In a Cluster a wrong password is thrown at once, also by a wait; the message names the node and not the password
--FILE--
<?php
$set = ClusterSet::shared();
$user = Check::unique('user');
foreach ($set->nodes() as $node) {
    $node->client()->call('ACL', 'SETUSER', $user, 'on', '>right-secret', '~*', '+@all');
}
$seed = $set->masters()[0];
$config = $set->config(['cluster' => ["127.0.0.1:$seed->port"], 'username' => $user, 'retry_for' => 60, 'command_timeout' => 20]);
foreach ([0, null] as $timeout) {
    $lock = new RedisMutexLock(['password' => 'wrong-secret'] + $config);
    $began = hrtime(true);
    $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', $timeout));
    Check::between(0, 10, (hrtime(true) - $began) / 1e9, 'seconds');
    Check::true(str_contains($thrown->getMessage(), "127.0.0.1:$seed->port"), $thrown->getMessage());
    Check::true(str_contains($thrown->getMessage(), 'check "username" and "password"'), $thrown->getMessage());
    Check::true(!str_contains("$thrown", 'secret'), "no password: $thrown");
}
$lock = new RedisMutexLock(['password' => 'right-secret'] + $config);
foreach ($set->masters() as $master) {
    $name = $set->name('right', $master);
    Check::true($lock->lock($name) && $lock->unlock($name), 'each node takes the right password');
}
// One node that refuses it.
$other = $set->masters()[1];
$other->client()->call('ACL', 'SETUSER', $user, 'resetpass', '>another');
$lock = new RedisMutexLock(['password' => 'right-secret', 'name' => 'anew'] + $config);
$name = $set->name('right', $seed);
Check::true($lock->lock($name) && $lock->unlock($name), 'the others take it');
$thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($set->name('wrong', $other), null));
Check::true(str_contains($thrown->getMessage(), "127.0.0.1:$other->port"), $thrown->getMessage());
foreach ($set->nodes() as $node) {
    $node->client()->call('ACL', 'DELUSER', $user);
}
echo 'done';
?>
--EXPECT--
done
