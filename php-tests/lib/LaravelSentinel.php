<?php
/*
 * A client of Laravel like those of the packages that add Sentinel to phpredis: it asks the sentinels of a connection for the
 * master, and opens phpredis' connection to it. It knows `sentinel_host` with `sentinel_port`, and the lists `sentinel_hosts` and
 * `sentinels`. Used by php-tests/integrations/laravel.
 */

declare(strict_types=1);

namespace Tests;

use Illuminate\Redis\Connectors\PhpRedisConnector;

final class LaravelSentinel extends PhpRedisConnector
{
    public const CLIENT = 'phpredis-sentinel';

    /** How often a client of this process was made, which asks a sentinel. */
    public static int $made = 0;

    /** Makes the client known to the application's manager of connections. */
    public static function register(Laravel $laravel, string $client = self::CLIENT): void
    {
        // Laravel binds this function to its manager, so it must not be static.
        $laravel->app->make('redis')->extend($client, fn (): LaravelSentinel => new LaravelSentinel());
    }

    protected function createClient(array $config)
    {
        self::$made++;
        $hosts = $config['sentinels'] ?? $config['sentinel_hosts'] ?? [
            ['host' => $config['sentinel_host'] ?? $config['sentinel']['host'], 'port' => $config['sentinel_port'] ?? $config['sentinel']['port']],
        ];
        $service = $config['sentinel_service'] ?? $config['sentinel']['service'] ?? 'mymaster';
        $sentinel = new RedisClient("tcp://{$hosts[0]['host']}:{$hosts[0]['port']}");
        [$host, $port] = $sentinel->call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', $service);

        return parent::createClient(['host' => $host, 'port' => (int) $port] + $config);
    }
}
