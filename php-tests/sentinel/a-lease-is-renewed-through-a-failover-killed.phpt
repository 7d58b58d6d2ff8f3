--TEST--
The master is killed: a renewed lease survives, though PHP does nothing meanwhile; the renewing thread finds the new master by itself
--FILE--
<?php
$set = SentinelSet::start();
// The failover must be shorter than two thirds of the lease, on a busy machine too.
$holder = Holder::of('a', $set->config(['lease' => 30, 'command_timeout' => 10]));
$token = $holder->ask('$lock->token($name)');
$new = $set->promoted($set->kill());
// PHP waits for a line. A renewal makes the lifetime longer.
$redis = $new->client();
$left = $redis->call('PTTL', 'lock:a');
Check::eventually(function () use ($redis, &$left): bool {
    $before = $left;
    $left = $redis->call('PTTL', 'lock:a');

    return $left > $before;
}, 30, 'it is renewed at the new master');
Check::same($token, $redis->call('GET', 'lock:a'), 'whose it is');
Check::same([true, 0], $holder->ask('[$lock->isLocking($name), RedisMutexLock::stats()["lost"]]', 20), 'held, lost');
Check::true($holder->ask('$lock->unlock($name)', 20), 'unlock');
$holder->finish();
Check::same([], $set->keys(), 'what is left');
echo 'done';
?>
--EXPECT--
done
