--TEST--
list() among large values makes the server evict no key, and cuts what is no owner token
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
for ($i = 0; $i < 200; $i++) {
    $redis->call('SET', "value:$i", str_repeat('x', 400_000));
}
$lock = new RedisMutexLock(['url' => $server->url(), 'lock_prefix' => '']);
Check::true($lock->lock('value:lock', 0, 600), 'lock');
preg_match('/^used_memory:(\d+)/m', $redis->call('INFO', 'memory'), $used);
// All values together are 80 MB.
$redis->call('CONFIG', 'SET', 'maxmemory', $used[1] + 30_000_000);
$redis->call('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-random');

$found = array_column($lock->list(), null, 'name');

preg_match('/^evicted_keys:(\d+)/m', $redis->call('INFO', 'stats'), $evicted);
Check::same('0', $evicted[1], 'evicted keys');
Check::same(201, count($found), 'found');
Check::same(str_repeat('x', 256), $found['value:17']['owner'], 'the owner of a large value');
Check::same([$lock->token('value:lock'), true], [$found['value:lock']['owner'], $found['value:lock']['mine']], 'the lock');
$server->stop();
echo 'done';
?>
--EXPECT--
done
