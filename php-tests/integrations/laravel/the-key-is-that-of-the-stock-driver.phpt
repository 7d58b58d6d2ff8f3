--TEST--
Laravel: in every arrangement of a server the key is that of the stock driver of the same version
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\RedisServer;

Laravels::each(static function (Laravel $laravel): void {
    $server = RedisServer::shared();
    $tcp = ['host' => '127.0.0.1', 'port' => $server->plainPort, 'database' => '3'];
    $ca = $server->tlsConfig()['context']['cafile'];
    $arrangements = [
        'numbers as strings' => ['port' => (string) $server->plainPort, 'username' => null, 'password' => ''] + $tcp,
        'a URL' => ['url' => "redis://127.0.0.1:$server->plainPort/3"],
        'a URL beside other keys' => ['url' => "redis://127.0.0.1:$server->plainPort/3", 'host' => '10.9.8.7', 'port' => 1, 'database' => 0],
        'a URL with a prefix' => ['url' => "redis://127.0.0.1:$server->plainPort/3?prefix=url_"],
        'a prefix' => ['prefix' => 'server_'] + $tcp,
        'a prefix 0' => ['prefix' => '0'] + $tcp,
        'options with a prefix' => ['options' => ['prefix' => 'options_']] + $tcp,
        'both' => ['prefix' => 'server_', 'options' => ['prefix' => 'options_']] + $tcp,
        'a socket' => ['host' => $server->socket, 'port' => 0, 'database' => 3],
        'a host with a scheme' => ['host' => 'tcp://127.0.0.1'] + $tcp,
        'a scheme' => ['scheme' => 'tcp'] + $tcp,
        'TLS' => ['scheme' => 'tls', 'port' => $server->tlsPort, 'context' => ['stream' => ['cafile' => $ca]]] + $tcp,
        'TLS without a scheme' => ['port' => $server->tlsPort, 'context' => ['stream' => ['cafile' => $ca]]] + $tcp,
        'a context of a socket' => ['host' => $server->socket, 'port' => 0, 'database' => 3, 'context' => ['stream' => ['cafile' => $ca]]],
        'a context without TLS' => ['scheme' => 'tcp', 'context' => ['stream' => ['cafile' => $ca]]] + $tcp,
        'a name with a space' => ['name' => 'my shop'] + $tcp,
        'everything' => [
            'timeout' => 5, 'read_timeout' => 5, 'persistent' => false, 'retry_interval' => 0, 'name' => 'shop', 'prefix' => 'server_',
            'options' => ['prefix' => 'options_'], 'read_write_timeout' => 5, 'max_retries' => 3, 'backoff_algorithm' => 0,
            'backoff_base' => 100, 'backoff_cap' => 1000, 'a_key_of_a_later_laravel' => true,
        ] + $tcp,
    ];
    if (method_exists(\Illuminate\Redis\Connectors\PhpRedisConnector::class, 'normalizeContext')) {
        $arrangements['TLS by each kind of context'] = ['port' => $server->tlsPort, 'context' => ['ssl' => ['cafile' => $ca]]] + $tcp;
    }
    $redis = $laravel->redis();
    $redis->call('SELECT', 3);
    foreach (['app_', ''] as $global) {
        foreach ($arrangements as $what => $settings) {
            // phpredis 5 has no settings of this kind for a repeated connection.
            if (!defined('Redis::OPT_MAX_RETRIES')) {
                unset($settings['max_retries'], $settings['backoff_algorithm'], $settings['backoff_base'], $settings['backoff_cap']);
            }
            $again = $laravel->again(['database.redis.default' => $settings, 'database.redis.options' => ['prefix' => $global]]);
            $name = Check::unique('key');
            $keys = [];
            foreach (['mutex', 'stock'] as $store) {
                $lock = $again->cache($store)->lock($name, 60);
                Check::same(true, $lock->get(), "$what, '$global', $store: get");
                $keys[$store] = $redis->call('KEYS', "*$name");
                Check::same(1, count($keys[$store]), "$what, '$global', $store: keys");
                Check::same(true, $lock->release(), "$what, '$global', $store: release");
            }
            Check::same($keys['stock'], $keys['mutex'], "$what, '$global': the key");
        }
    }
});

echo 'done';
?>
--EXPECT--
done
