--TEST--
config('database.redis.default') of Laravel 8, 9 and 10 works as it is
--FILE--
<?php
$redis = RedisServer::start(['requirepass' => 'true', 'user' => ['app on >1234 ~* +@all', 'zero on >007 ~* +@all']]);
$client = $redis->client();
$port = (string) $redis->port;
$key = 'order:1';
$cases = [
    '8' => [['url' => null, 'host' => '127.0.0.1', 'password' => 'true', 'port' => $port, 'database' => '0'], 0],
    // env() makes a bool of the word true; the password is still that word.
    '8, password from env()' => [['url' => null, 'host' => '127.0.0.1', 'password' => true, 'port' => $port, 'database' => '1'], 1],
    '8, url' => [['url' => "redis://:true@127.0.0.1:$port/2", 'host' => '127.0.0.1', 'password' => null, 'port' => '6379', 'database' => '0'], 2],
    // Laravel's own parser of such a url gives these types.
    '8, parsed url' => [['host' => '127.0.0.1', 'password' => true, 'port' => (int) $port, 'database' => '3', 'username' => '', 'scheme' => 'tcp'], 3],
    '8, parsed url with an int' => [['host' => '127.0.0.1', 'username' => 'app', 'password' => 1234, 'port' => (int) $port, 'database' => 4], 4],
    '8, parsed url with zeros' => [['host' => '127.0.0.1', 'username' => 'zero', 'password' => '007', 'port' => (int) $port, 'database' => 4], 4],
    '8, socket' => [['url' => null, 'host' => $redis->socket, 'password' => 'true', 'port' => 0, 'database' => '0'], 0],
    '10' => [['url' => null, 'host' => '127.0.0.1', 'username' => null, 'password' => 'true', 'port' => $port, 'database' => '0'], 0],
    '10, user' => [['url' => null, 'host' => '127.0.0.1', 'username' => 'app', 'password' => '1234', 'port' => $port, 'database' => '1'], 1],
    '10, url of tcp' => [['url' => "tcp://app:1234@127.0.0.1:$port?database=5", 'host' => '127.0.0.1', 'username' => null, 'password' => null, 'port' => '6379', 'database' => '0'], 5],
    // All keys that PhpRedisConnector uses.
    '10, everything' => [['url' => null, 'scheme' => 'tcp', 'host' => '127.0.0.1', 'username' => '', 'password' => 'true',
        'port' => $port, 'database' => '6', 'prefix' => 'app_', 'options' => ['prefix' => 'laravel_database_', 'cluster' => 'redis'],
        'timeout' => 5.0, 'read_timeout' => '60', 'persistent' => true, 'persistent_id' => 'x', 'retry_interval' => 100,
        'name' => 'laravel', 'tcp_keepalive' => 30, 'serializer' => 0, 'compression' => 0, 'compression_level' => 3,
        'scan' => 1, 'pack_ignore_numbers' => true, 'context' => []], 6],
];
foreach ($cases as $version => [$config, $database]) {
    $lock = new RedisMutexLock($config);
    Check::true($lock->lock($key, 0, 60), "Laravel $version: lock");
    $client->call('SELECT', $database);
    // Laravel's prefixes are those of its cache. The prefix of locks is lock_prefix.
    Check::same(["lock:$key"], $client->call('KEYS', '*'), "Laravel $version: the key");
    Check::same($lock->token($key), $client->call('GET', "lock:$key"), "Laravel $version: its value");
    Check::between(50000, 60000, $client->call('PTTL', "lock:$key"), "Laravel $version: its lifetime");
    unset($lock);
    Check::same(0, $client->call('DBSIZE'), "Laravel $version: released");
}

echo "done\n";
--EXPECT--
done
