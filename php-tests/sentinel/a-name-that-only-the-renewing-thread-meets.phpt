--TEST--
A sentinel names the new master by a name that PHP has never looked up: the renewing thread goes there by itself
--FILE--
<?php
[$old, $new] = [RedisServer::start(), RedisServer::start()];
$sentinel = FakeSentinel::naming($old);
$holder = Holder::of('a', SentinelSet::asking([$sentinel], ['lease' => 9, 'command_timeout' => 5]));
$token = $holder->ask('$lock->token($name)');
// The new master has the lock, as a good replica has.
$new->client()->call('SET', 'lock:a', $token, 'PX', 60_000);
$sentinel->name($new, 'localhost');
$old->client()->call('REPLICAOF', '127.0.0.1', 1);
$redis = $new->client();
// A renewal at the new master changes nothing that is longer, so the lifetime has to become short first.
$redis->call('PEXPIRE', 'lock:a', 8_500);
$left = 8_500;
Check::eventually(function () use ($redis, &$left): bool {
    $before = $left;
    $left = $redis->call('PTTL', 'lock:a');

    return $left > $before;
}, 9, 'it is renewed at the new master');
Check::same(true, $holder->ask('$lock->isLocking($name) && $lock->unlock($name)', 20), 'held and released');
$holder->finish();
echo 'done';
?>
--EXPECT--
done
