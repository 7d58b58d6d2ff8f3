<?php
/*
 * The application of examples/laravel with a Redis of its own: a php-fpm that runs it, or its commands in processes of their
 * own. It has the Laravel that LARAVEL_AUTOLOAD names. Used by php-tests/integrations/laravel.
 */

declare(strict_types=1);

namespace Tests;

final class LaravelExample
{
    private const FOLDER = __DIR__ . '/../../examples/laravel';
    /** A version may call functions that this PHP does not have. */
    private const INI = [
        'auto_prepend_file' => __DIR__ . '/laravel-functions.php',
        'error_reporting' => E_ALL & ~E_DEPRECATED,
        // Each request loads a whole framework, so on a busy machine Redis may wait for a processor.
        'redis_mutex_lock.command_timeout' => 10,
    ];

    public readonly RedisServer $redis;

    public function __construct()
    {
        $this->redis = RedisServer::start();
    }

    public function fpm(int $children): Fpm
    {
        foreach ($this->environment() as $name => $value) {
            putenv("$name=$value");
        }

        return Fpm::start($children, [], self::INI, Laravels::MODULES);
    }

    /** Asks for a path, as `/statistics`. */
    public function begin(Fpm $fpm, string $path): FpmRequest
    {
        $script = realpath(self::FOLDER) . '/public/index.php';

        return $fpm->begin($script, ['REQUEST_URI' => $path, 'SCRIPT_NAME' => '/index.php', 'SERVER_NAME' => 'shop.example']);
    }

    /** @param list<string> $arguments of artisan */
    public function artisan(array $arguments, string $log): Process
    {
        $php = [PHP_BINARY, ...Extension::arguments(self::INI, Laravels::MODULES)];

        return new Process([...$php, self::FOLDER . '/artisan', ...$arguments], $log, $this->environment());
    }

    /** @return array<string, string> */
    private function environment(): array
    {
        return ['REDIS_HOST' => '127.0.0.1', 'REDIS_PORT' => (string) $this->redis->plainPort, 'REDIS_DB' => '0', 'CACHE_DRIVER' => 'redis-mutex'];
    }
}
