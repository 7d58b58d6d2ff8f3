--TEST--
The key is exactly lock_prefix and name: any prefix, none, from an array, a URL's query or php.ini
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('prefix');
$configs = [
    "lock:$name" => ['url' => $redis->url()],
    $name => ['url' => $redis->url(), 'lock_prefix' => ''],
    "shop:{$name}" => ['url' => $redis->url(), 'lock_prefix' => 'shop:'],
    "{tag}\0\xff$name" => ['url' => $redis->url(), 'lock_prefix' => "{tag}\0\xff"],
    "7$name" => ['url' => $redis->url(), 'lock_prefix' => 7],
    "a b:$name" => $redis->url() . '?lock_prefix=a%20b%3A',
    "plus+:$name" => $redis->url() . '?lock_prefix=plus+:',
    "url:$name" => ['url' => $redis->url() . '?lock_prefix=url:', 'lock_prefix' => 'array:'],
    "lock:null:$name" => ['url' => $redis->url(), 'lock_prefix' => 'lock:null:', 'prefix' => 'framework:'],
];
foreach ($configs as $key => $config) {
    $lock = new RedisMutexLock($config);
    Check::true($lock->lock($name, 0, 60), "$key: lock");
    Check::same($lock->token($name), $client->call('GET', $key), "$key: the key");
    Check::true($lock->unlock($name), "$key: unlock");
    Check::same(0, $client->call('EXISTS', $key), "$key: gone");
}
// Null means not given. An empty prefix in a URL is an empty prefix.
$lock = new RedisMutexLock(['url' => $redis->url(), 'lock_prefix' => null]);
$lock->lock($name, 0, 60);
Check::same(1, $client->call('EXISTS', "lock:$name"), 'null');
$empty = new RedisMutexLock($redis->url() . '?lock_prefix=');
$empty->lock($name, 0, 60);
Check::same($empty->token($name), $client->call('GET', $name), 'an empty one in a URL');
// Two configurations share locks if they have the same database and the same prefix.
$other = new RedisMutexLock(['path' => $redis->socket, 'lock_prefix' => 'lock:']);
Check::same(false, $other->lock($name), 'they exclude each other');

echo "done\n";
--EXPECT--
done
