--TEST--
config('cache.stores.redis') of ThinkPHP 6 and 8 works as it is, and its expire is no lock's
--FILE--
<?php
$redis = RedisServer::start(['requirepass' => 'secret']);
$client = $redis->client();
// The configuration of a fresh project is short. The driver's defaults are merged below it.
$driver = [
    'host' => '127.0.0.1', 'port' => 6379, 'password' => '', 'select' => 0, 'timeout' => 0,
    'expire' => 0, 'persistent' => false, 'prefix' => '', 'tag_prefix' => 'tag:', 'serialize' => [],
];
$own = ['type' => 'redis', 'host' => '127.0.0.1', 'port' => $redis->port, 'password' => 'secret'];
$cases = [
    '6' => [$own, 0],
    '6, merged' => [$own + $driver, 0],
    '6, env() strings' => [['port' => (string) $redis->port, 'select' => '3', 'timeout' => '0', 'expire' => '7'] + $own + $driver, 3],
    '6, all set' => [['select' => 2, 'expire' => 5, 'timeout' => 3, 'persistent' => true, 'prefix' => 'tp_',
        'serialize' => ['serialize', 'unserialize']] + $own + $driver, 2],
    '6, socket' => [['host' => $redis->socket, 'port' => 0] + $own + $driver, 0],
    '8' => [['select' => 1] + $own + $driver + ['fail_delete' => false], 1],
    '8, closures' => [['serialize' => [fn ($data) => $data, fn ($data) => $data]] + $own + $driver + ['fail_delete' => false], 0],
    'think-queue' => [$own + ['queue' => 'default', 'select' => 4, 'timeout' => 0, 'persistent' => false,
        'retry_after' => 60, 'block_for' => null], 4],
];
foreach ($cases as $version => [$config, $database]) {
    $lock = new RedisMutexLock($config);
    Check::true($lock->lock('order:1'), "ThinkPHP $version: lock");
    $client->call('SELECT', $database);
    Check::same(['lock:order:1'], $client->call('KEYS', '*'), "ThinkPHP $version: the key");
    Check::same($lock->token('order:1'), $client->call('GET', 'lock:order:1'), "ThinkPHP $version: its value");
    // The default of lock() is 20 s, for any expire of the cache.
    Check::between(15000, 20000, $client->call('PTTL', 'lock:order:1'), "ThinkPHP $version: its lifetime");
    unset($lock);
    Check::same(0, $client->call('DBSIZE'), "ThinkPHP $version: released");
}

echo "done\n";
--EXPECT--
done
