<?php
/*
 * What a framework gives to the examples of the pages: env() of Laravel, and config() of Laravel, ThinkPHP and Hyperf, with the
 * arrays of a new application, for the Redis of REDIS_MUTEX_LOCK_TEST_PORT. Used by examples-run.phpt.
 */

declare(strict_types=1);

function env(string $key, ?string $default = null): ?string
{
    $value = getenv($key);

    return $value === false ? $default : $value;
}

function config(string $key): array
{
    $port = getenv('REDIS_MUTEX_LOCK_TEST_PORT');

    return match ($key) {
        // Laravel reads numbers from the environment, as strings.
        'database.redis.default', 'database.redis.cache' => [
            'url' => null,
            'host' => '127.0.0.1',
            'username' => null,
            'password' => null,
            'port' => $port,
            'database' => '0',
            'max_retries' => 3,
            'backoff_algorithm' => 'decorrelated_jitter',
            'backoff_base' => 100,
            'backoff_cap' => 1000,
        ],
        'database.redis.locks-a', 'database.redis.locks-b', 'database.redis.locks-c' => [
            'url' => null,
            'host' => substr($key, -1) . '.example',
            'username' => null,
            'password' => 'secret',
            'port' => '6379',
            'database' => '0',
        ],
        'cache.stores.redis' => [
            'type' => 'redis',
            'host' => '127.0.0.1',
            'port' => $port,
            'password' => '',
            'select' => 0,
            'timeout' => 0,
            'expire' => 0,
            'persistent' => false,
            'prefix' => '',
            'tag_prefix' => 'tag:',
            'serialize' => [],
        ],
        'database.redis.clusters.default' => [
            [
                'url' => null,
                'host' => '127.0.0.1',
                'username' => null,
                'password' => null,
                'port' => $port,
                'database' => '0',
            ],
            'options' => ['cluster' => 'redis'],
        ],
        'redis.default' => [
            'host' => '127.0.0.1',
            'auth' => null,
            'port' => (int) $port,
            'db' => 0,
            'timeout' => 0.0,
            'reserved' => null,
            'retry_interval' => 0,
            'read_timeout' => 0.0,
            'cluster' => ['enable' => false, 'name' => null, 'seeds' => []],
            'sentinel' => [
                'enable' => false,
                'master_name' => 'mymaster',
                'nodes' => [''],
                'persistent' => '',
                'read_timeout' => 0,
            ],
            'pool' => ['min_connections' => 1],
        ],
    };
}
