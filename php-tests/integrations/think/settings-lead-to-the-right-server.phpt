--TEST--
config/lock.php: store, connection, prefix and the settings of the class; a store without Redis, an empty host or connection and a wrong key are errors
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;
    use Tests\Check;
    use Tests\RedisServer;

    $redis = RedisServer::shared()->client();
    $shipped = $app->config->get('lock');
    $port = RedisServer::shared()->plainPort;
    $with = static function (array $lock) use ($app, $shipped): void {
        Lock::endScope();
        $app->config->set($lock + $shipped, 'lock');
    };

    // A cache's own prefix, lifetime and serializer are nothing to a lock.
    $app->config->set(['stores' => ['shop' => [
        'type' => 'redis', 'host' => '127.0.0.1', 'port' => (string) $port, 'password' => '', 'select' => 3, 'timeout' => 1,
        'prefix' => 'cache:', 'expire' => 1, 'serialize' => ['json_encode', 'json_decode'], 'unheard_of' => true,
    ]] + $app->config->get('cache.stores')], 'cache');
    $with(['store' => 'shop', 'prefix' => 'shop:']);
    $name = Check::unique('order');
    Check::true(Lock::lock($name, expire: 60), 'a lock in the store');
    $redis->call('SELECT', 3);
    Check::between(50_000, 60_000, $redis->call('PTTL', "shop:$name"), 'its key, database and lifetime');
    $redis->call('SELECT', 0);

    $with(['connection' => ['url' => "redis://127.0.0.1:$port/2"], 'prefix' => '']);
    Check::true(Lock::lock($name, expire: 60), 'a lock on a connection');
    $redis->call('SELECT', 2);
    Check::same(1, $redis->call('EXISTS', $name), 'its key without a prefix');
    $redis->call('SELECT', 0);

    $with(['fencing' => true, 'lease' => 100]);
    Check::true(Lock::lock($name, expire: null), 'a renewed lock with a fencing token');
    Check::true(Lock::fence($name) > 0, 'its fencing token');
    Check::between(60, 100, Lock::remaining($name), 'its lease');

    $with(['store' => 'file']);
    Check::throws(InvalidArgumentException::class, fn () => Lock::lock($name), 'The store [file] of config/cache.php is of the type [File], and locks need Redis');
    Check::throws(InvalidArgumentException::class, fn () => $app->make(RedisMutexLock::class), 'The store [file]');
    foreach ([null, ''] as $host) {
        $app->config->set(['stores' => ['empty' => ['type' => 'redis', 'host' => $host, 'port' => $port]] + $app->config->get('cache.stores')], 'cache');
        $with(['store' => 'empty']);
        Check::throws(InvalidArgumentException::class, fn () => Lock::lock($name), 'The store [empty] of config/cache.php has an empty host: write the host of Redis there');
    }
    $app->config->set(['stores' => ['bare' => ['type' => 'redis']] + $app->config->get('cache.stores')], 'cache');
    $with(['store' => 'bare']);
    Check::same('127.0.0.1', RedisMutexLock\Think\Settings::of($app->config)['host'], 'the host of a store without a host is that of ThinkPHP');
    $with(['store' => 'nowhere']);
    Check::throws(InvalidArgumentException::class, fn () => Lock::lock($name), "The store [nowhere] of config/lock.php is not in 'stores' of config/cache.php: add it there, name another 'store' in config/lock.php, or give a 'connection' there.");
    $with(['connection' => "redis://127.0.0.1:$port"]);
    Check::throws(InvalidArgumentException::class, fn () => Lock::lock($name), "'connection' of config/lock.php must be an array");
    foreach ([[], ['host' => ''], ['url' => null, 'password' => '']] as $nothing) {
        $with(['connection' => $nothing]);
        Check::throws(InvalidArgumentException::class, fn () => Lock::lock($name), "'connection' of config/lock.php is empty: write the server into it, for example ['host' => '127.0.0.1', 'port' => 6379] or ['url' => '…'], or null for the server of 'store'.");
    }
    $with(['leese' => 5]);
    Check::throws(ValueError::class, fn () => Lock::lock($name), '/leese.*lease/');
    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
