--TEST--
Every form of URL reaches its server, its database and its user, and the lock is there
--FILE--
<?php
$redis = RedisServer::start([
    'requirepass' => 'p@ss:w/rd?#%',
    'user' => ['alice on >s%cret@1 ~lock:* +@all', 'bob on nopass ~* +@all'],
]);
$client = $redis->client();
$port = $redis->port;
$default = rawurlencode('p@ss:w/rd?#%');
$alice = rawurlencode('s%cret@1');
$urls = [
    "redis://:$default@127.0.0.1:$port" => ['default', '0', 'tcp'],
    "redis://:$default@127.0.0.1:$port/" => ['default', '0', 'tcp'],
    "redis://default:$default@localhost:$port/3" => ['default', '3', 'tcp'],
    "tcp://:$default@127.0.0.1:$port?database=4" => ['default', '4', 'tcp'],
    "tcp://127.0.0.1:$port?db=5&password=$default" => ['default', '5', 'tcp'],
    "redis://127.0.0.1:$port?select=6&auth=$default" => ['default', '6', 'tcp'],
    "redis://alice:$alice@127.0.0.1:$port/2" => ['alice', '2', 'tcp'],
    "redis://127.0.0.1:$port/7?username=alice&password=$alice" => ['alice', '7', 'tcp'],
    "unix://$redis->socket?password=$default" => ['default', '0', 'unix'],
    "unix://$redis->socket?db=1&username=alice&password=$alice" => ['alice', '1', 'unix'],
    "unix://$redis->socket?database=8&auth=$default" => ['default', '8', 'unix'],
    "  redis://:$default@127.0.0.1:$port/9\n" => ['default', '9', 'tcp'],
];
foreach ($urls as $url => [$user, $database, $transport]) {
    $name = $connection = Check::unique('url');
    $glue = str_contains($url, '?') ? '&' : '?';
    $lock = new RedisMutexLock(trim($url) === $url ? "$url{$glue}name=$connection" : $url);
    Check::true($lock->lock($name, 0, 60), "$url: lock");
    $client->call('SELECT', $database);
    Check::same($lock->token($name), $client->call('GET', "lock:$name"), "$url: the key in its database");
    if (trim($url) === $url) {
        $own = array_values(array_filter($client->clients(), fn (array $one): bool => $one['name'] === $connection));
        Check::same([1, $user, $database], [count($own), $own[0]['user'], $own[0]['db']], "$url: user and database");
        // Valkey writes brackets around a path.
        Check::same($transport === 'unix', str_contains($own[0]['addr'], $redis->socket), "$url: transport");
    }
    Check::true($lock->unlock($name), "$url: unlock");
    Check::same(0, $client->call('DBSIZE'), "$url: the key is gone");
}

echo "done\n";
--EXPECT--
done
