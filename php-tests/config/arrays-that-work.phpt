--TEST--
The server by single keys: synonyms, numbers as strings, a socket in each of its places, a user
--FILE--
<?php
$redis = RedisServer::start(['requirepass' => '1234', 'user' => ['alice on >wonder ~* +@all']]);
$client = $redis->client();
$at = ['host' => '127.0.0.1', 'port' => $redis->port];
$arrays = [
    [$at + ['password' => '1234'], 0],
    [$at + ['auth' => '1234'], 0],
    [$at + ['password' => 1234], 0],
    [$at + ['password' => '1234', 'auth' => '1234'], 0],
    [['port' => (string) $redis->port] + $at + ['password' => '1234', 'database' => '3'], 3],
    [$at + ['password' => '1234', 'db' => '4'], 4],
    [$at + ['password' => '1234', 'select' => 5], 5],
    [$at + ['password' => '1234', 'database' => '6', 'select' => 6], 6],
    [$at + ['username' => 'alice', 'password' => 'wonder'], 0],
    [$at + ['username' => null, 'password' => '1234', 'path' => null, 'scheme' => '', 'url' => ''], 0],
    [$at + ['scheme' => 'tcp', 'password' => '1234'], 0],
    [$at + ['auth' => ['alice', 'wonder']], 0],
    [['host' => "tcp://127.0.0.1"] + $at + ['password' => '1234'], 0],
    [['path' => $redis->socket, 'password' => '1234', 'db' => 2], 2],
    [['host' => $redis->socket, 'port' => 0, 'password' => '1234'], 0],
    [['host' => $redis->socket, 'port' => '0', 'password' => '1234'], 0],
    [['host' => "unix://$redis->socket", 'port' => 0, 'password' => '1234'], 0],
    [['scheme' => 'unix', 'path' => $redis->socket, 'password' => '1234'], 0],
    // In an array with a url, each part of the url wins, and the array fills the gaps.
    [['url' => "redis://127.0.0.1:$redis->port", 'password' => '1234', 'database' => '7'], 7],
    [['url' => "redis://:1234@127.0.0.1:$redis->port/8", 'host' => 'nowhere.invalid', 'password' => 'x', 'database' => 1], 8],
    [['url' => "redis://127.0.0.1/9", 'port' => $redis->port, 'password' => '1234'], 9],
];
foreach ($arrays as $i => [$array, $database]) {
    $name = Check::unique('array');
    $lock = new RedisMutexLock($array);
    Check::true($lock->lock($name, 0, 60), "array $i: lock");
    $client->call('SELECT', $database);
    Check::same($lock->token($name), $client->call('GET', "lock:$name"), "array $i: the key in its database");
    Check::true($lock->unlock($name), "array $i: unlock");
}

echo "done\n";
--EXPECT--
done
