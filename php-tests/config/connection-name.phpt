--TEST--
name is the connection's CLIENT SETNAME, in an array and in a URL; what the server would refuse in it becomes a -
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
foreach (['array', 'url', 'socket'] as $where) {
    $name = Check::unique($where);
    $lock = new RedisMutexLock(match ($where) {
        'array' => ['url' => $redis->url(), 'name' => $name],
        'url' => $redis->url() . "?name=$name",
        'socket' => $redis->unixUrl() . "&name=$name",
    });
    Check::true($lock->lock($name, 0, 60), "$where: lock");
    Check::same([$name], array_values(array_intersect(array_column($client->clients(), 'name'), [$name])), $where);
}
foreach (['My shop: %s' => 'My-shop:-%s', "line\nbreak\0%s" => 'line-break-%s', 'größe %s' => 'gr-e-%s', " \t%s \xff" => '%s'] as $given => $fit) {
    $unique = Check::unique('fit');
    foreach ([['name' => sprintf($given, $unique)] + $redis->config(), $redis->url(name: sprintf($given, $unique))] as $config) {
        $lock = new RedisMutexLock($config);
        Check::true($lock->lock($unique, 0, 60), "$fit: lock");
        Check::same(1, count(array_keys(array_column($client->clients(), 'name'), sprintf($fit, $unique), true)), $fit);
        Check::true($lock->unlock($unique), "$fit: unlock");
    }
}
// Of this nothing is left, so the connection has no name.
$lock = new RedisMutexLock(['name' => ' 中文 '] + $redis->config());
Check::true($lock->lock(Check::unique('none'), 0, 60), 'without a name');

echo "done\n";
--EXPECT--
done
