--TEST--
php_admin_value and php_value of the pool set the server and the defaults; ini_set changes three of the four
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('pool');
$fpm = Fpm::start(1, [
    'php_admin_value[redis_mutex_lock.url]' => $redis->url(5),
    'php_value[redis_mutex_lock.lock_prefix]' => 'pool:',
    'php_value[redis_mutex_lock.command_timeout]' => '3.5',
]);
$client->call('SELECT', 5);
$script = $fpm->script('$name = "' . $name . '";
    $options = ["auto_release" => false];
    $lock = new RedisMutexLock($options);
    $first = $lock->lock("$name-1", 0, 60);
    $sets = [
        ini_set("redis_mutex_lock.url", "redis://127.0.0.1:1"),
        ini_set("redis_mutex_lock.lock_prefix", "script:"),
        ini_set("redis_mutex_lock.lease", "9"),
        ini_set("redis_mutex_lock.command_timeout", "2"),
    ];
    $lock = new RedisMutexLock($options);
    echo json_encode([$first, $sets, $lock->lock("$name-2", 0, 60), ini_get("redis_mutex_lock.url")]);');
// The second request shows that ini_set changed the first one only.
foreach ([1, 2] as $time) {
    $answer = json_decode($fpm->request($script)['body']);
    Check::same([true, [false, 'pool:', '30', '3.5'], true, $redis->url(5)], $answer, "request $time");
    $keys = $client->call('KEYS', "*$name*");
    sort($keys);
    Check::same(["pool:$name-1", "script:$name-2"], $keys, "keys of request $time");
    $client->call('DEL', ...$keys);
}

echo "done\n";
--EXPECT--
done
