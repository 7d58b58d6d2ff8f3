--TEST--
Laravel: a connection of Predis leads to the same server and the same key
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\RedisServer;

Laravels::each(static function (Laravel $laravel): void {
    $server = RedisServer::shared();
    $tcp = ['host' => '127.0.0.1', 'port' => $server->plainPort, 'database' => '3'];
    $redis = $laravel->redis();
    $redis->call('SELECT', 3);
    foreach (['app_', ''] as $global) {
        foreach ([
            'an array' => $tcp,
            'a URL' => ['url' => "tcp://127.0.0.1:$server->plainPort/3"],
            'a prefix' => ['prefix' => 'server_'] + $tcp,
            'options with a prefix' => ['options' => ['prefix' => 'options_']] + $tcp,
            'both' => ['prefix' => 'server_', 'options' => ['prefix' => 'options_']] + $tcp,
            'parameters for all connections' => ['options' => ['parameters' => ['database' => 3]]] + array_diff_key($tcp, ['database' => 0]),
            'a socket' => ['scheme' => 'unix', 'path' => $server->socket, 'database' => 3],
        ] as $what => $settings) {
            $again = $laravel->again([
                'database.redis.client' => 'predis',
                'database.redis.default' => $settings,
                'database.redis.options' => ['prefix' => $global],
            ]);
            $name = Check::unique('predis');
            $ours = $again->cache()->lock($name, 60);
            $stock = $again->cache('stock')->lock($name, 60);
            Check::same(true, $ours->get(), "$what, '$global': ours");
            $key = $redis->call('KEYS', "*$name");
            Check::same(false, $stock->get(), "$what, '$global': stock while ours is held");
            // Without a serializer the stock driver releases ours.
            Check::same(true, $again->cache('stock')->restoreLock($name, $ours->owner())->release(), "$what: stock releases ours");
            Check::same(true, $stock->get(), "$what, '$global': stock");
            Check::same($key, $redis->call('KEYS', "*$name"), "$what, '$global': the key");
            Check::same(true, $again->cache()->restoreLock($name, $stock->owner())->release(), "$what: ours releases stock");
            $named = $again->cache()->lock($name, 60, 'somebody');
            Check::same(true, $named->get(), "$what, '$global': a named owner");
            Check::same(true, $named->isOwnedByCurrentProcess(), "$what, '$global': its owner");
            Check::same(true, $named->refresh(), "$what, '$global': its refresh");
            Check::same(true, $named->release(), "$what, '$global': its release");
        }
    }
});

echo 'done';
?>
--EXPECT--
done
