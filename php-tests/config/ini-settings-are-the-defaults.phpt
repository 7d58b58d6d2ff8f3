--TEST--
The ini settings are the defaults; the constructor's values win; ini_set changes all settings but the url
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $lock = new RedisMutexLock();
    Tests\Check::true($lock->lock("$name-1", 0, 60), 'nothing given');
    $null = new RedisMutexLock(null);
    Tests\Check::same(false, $null->lock("$name-1"), 'null: the same key');
    $array = new RedisMutexLock(['fencing' => true]);
    Tests\Check::same(false, $array->lock("$name-1"), 'an array without a server: the same key');
    $given = new RedisMutexLock(['url' => $url, 'lock_prefix' => 'given:']);
    Tests\Check::true($given->lock("$name-2", 0, 60), 'what is given wins');

    Tests\Check::same(false, ini_set('redis_mutex_lock.url', 'redis://127.0.0.1:1'), 'ini_set of the url is refused');
    Tests\Check::same($url, ini_get('redis_mutex_lock.url'), 'and changes nothing');
    Tests\Check::same('ini:', ini_set('redis_mutex_lock.lock_prefix', 'set:'), 'ini_set of lock_prefix');
    Tests\Check::same('30', ini_set('redis_mutex_lock.lease', '0.5'), 'ini_set of lease');
    Tests\Check::same('2.5', ini_set('redis_mutex_lock.command_timeout', 7.5), 'ini_set of command_timeout');
    Tests\Check::same('0.5', ini_set('redis_mutex_lock.retry_for', 0), 'ini_set of retry_for');
    $later = new RedisMutexLock();
    Tests\Check::true($later->lock("$name-3", 0, 60), 'after ini_set');
    Tests\Check::true($lock->lock("$name-4", 0, 60), 'an object keeps what it was made with');
    ini_set('redis_mutex_lock.lock_prefix', 'ini:');
    $back = new RedisMutexLock();
    Tests\Check::true($back->lock("$name-5", 0, 60), 'after setting it back');
    say('held');
    hear();
    PHP, [$ini = $redis->url(3), $name = Check::unique('ini')], ini: [
    'redis_mutex_lock.url' => $ini,
    'redis_mutex_lock.lock_prefix' => 'ini:',
    'redis_mutex_lock.command_timeout' => '2.5',
    'redis_mutex_lock.retry_for' => '0.5',
]);
$worker->expect('held');
$client->call('SELECT', 3);
$keys = $client->call('KEYS', "*$name*");
sort($keys);
Check::same(["given:$name-2", "ini:$name-1", "ini:$name-4", "ini:$name-5", "set:$name-3"], $keys, 'keys in the database of the url');
$worker->tell('end');
$worker->finish();

echo "done\n";
--EXPECT--
done
