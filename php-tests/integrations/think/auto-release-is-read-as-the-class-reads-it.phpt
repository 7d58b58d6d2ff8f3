--TEST--
'auto_release' as text means at the end of a request what it means to the class: 'off' keeps locks, '' is not given
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;
    use Tests\Check;
    use Tests\RedisServer;

    $redis = RedisServer::shared()->client();
    $shipped = $app->config->get('lock');
    $server = $app->config->get('cache.stores.redis');
    /** How many locks are left when everything that held them has ended. */
    $left = static function (array $lock) use ($app, $redis): int {
        $app->config->set($lock, 'lock');
        $name = Check::unique('kept');
        Lock::lock($name, 0, 60);
        // Somebody keeps the object, so only the end of the request can release the lock.
        $kept = Lock::native();
        $app->http->end(think\Response::create('ok'));
        $count = $redis->call('DEL', "lock:$name");
        unset($kept);

        return $count;
    };
    foreach ([true, 1, '1', 'true', 'ON', 'yes', null, ''] as $on) {
        Check::same(0, $left(['auto_release' => $on] + $shipped), 'auto_release => ' . var_export($on, true));
    }
    foreach ([false, 0, '0', 'false', 'Off', 'no'] as $off) {
        Check::same(1, $left(['auto_release' => $off] + $shipped), 'auto_release => ' . var_export($off, true));
    }
    // The class itself says the same: an object of its own, which ends.
    foreach (['' => 0, 'off' => 1] as $text => $expected) {
        $name = Check::unique('class');
        $lock = new RedisMutexLock(['auto_release' => $text] + $server);
        $lock->lock($name, 0, 60);
        unset($lock);
        Check::same($expected, $redis->call('DEL', "lock:$name"), "the class with '$text'");
    }
    // Beside the server it is the same setting.
    $connection = ['host' => $server['host'], 'port' => $server['port'], 'auto_release' => 'off'];
    Check::same(1, $left(['connection' => $connection, 'auto_release' => null] + $shipped), 'in the connection');
    Check::same(0, $left(['connection' => $connection] + $shipped), 'config/lock.php before the connection');
    foreach (['maybe', ' off '] as $wrong) {
        Check::throws(ValueError::class, static fn () => $left(['auto_release' => $wrong] + $shipped), '"auto_release" must be true or false');
    }
    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
