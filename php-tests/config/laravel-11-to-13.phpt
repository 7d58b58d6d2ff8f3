--TEST--
config('database.redis.default') of Laravel 11, 12 and 13 works as it is, the whole server array of 13 with its retries too
--FILE--
<?php
$redis = RedisServer::start(['user' => ['app on >s3cret ~* +@all']]);
$client = $redis->client();
$port = (string) $redis->port;
$eleven = ['url' => null, 'host' => '127.0.0.1', 'username' => null, 'password' => null, 'port' => $port, 'database' => '0'];
$twelve = $eleven + ['max_retries' => 3, 'backoff_algorithm' => 'decorrelated_jitter', 'backoff_base' => 100, 'backoff_cap' => 1000];
$thirteen = $twelve + ['command_retries' => 0];
$url = "redis://app:s3cret@127.0.0.1:$port";
$cases = [
    '11' => [$eleven, 0],
    '11, empty strings of .env' => [['url' => '', 'username' => '', 'password' => ''] + $eleven, 0],
    '11, url' => [['url' => "$url/1"] + $eleven, 1],
    '11, cache connection' => [['database' => '1'] + $eleven, 1],
    '12' => [$twelve, 0],
    '12, strings of .env' => [['max_retries' => '3', 'backoff_base' => '100', 'backoff_cap' => '1000'] + $twelve, 0],
    '12, url without a database' => [['url' => $url, 'database' => '2'] + $twelve, 2],
    '12, prefix and options' => [$twelve + ['prefix' => 'laravel_database_', 'options' => ['prefix' => 'x', 'serializer' => 1]], 0],
    '13' => [$thirteen, 0],
    '13, strings of .env' => [['command_retries' => '0'] + $thirteen, 0],
    '13, url' => [['url' => "$url?database=3", 'username' => 'x', 'password' => 'y'] + $thirteen, 3],
    '13, url with a prefix' => [['url' => "tcp://127.0.0.1:$port?database=4&prefix=a:"] + $thirteen, 4],
    '13, persistent socket' => [['host' => $redis->socket, 'port' => 0, 'persistent' => false] + $thirteen, 0],
    '13, timeouts' => [$thirteen + ['timeout' => '0', 'read_timeout' => '0.0', 'retry_interval' => 0], 0],
];
foreach ($cases as $version => [$config, $database]) {
    $lock = new RedisMutexLock($config);
    Check::true($lock->lock('order:1', 0, 60), "Laravel $version: lock");
    $client->call('SELECT', $database);
    Check::same(['lock:order:1'], $client->call('KEYS', '*'), "Laravel $version: the key");
    Check::same($lock->token('order:1'), $client->call('GET', 'lock:order:1'), "Laravel $version: its value");
    unset($lock);
    Check::same(0, $client->call('DBSIZE'), "Laravel $version: released");
}
// An application adds this to share the locks of Laravel's Cache::lock(): the key is the same.
$lock = new RedisMutexLock(['lock_prefix' => 'app-database-app-cache-'] + $thirteen);
$client->call('SELECT', 0);
$client->call('SET', 'app-database-app-cache-order:1', '0123456789abcdef', 'EX', 60, 'NX');
Check::same([false, '0123456789abcdef'], [$lock->lock('order:1'), $lock->owner('order:1')], 'a lock of Laravel excludes ours');

echo "done\n";
--EXPECT--
done
