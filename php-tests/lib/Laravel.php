<?php
/*
 * A small application of the Laravel that LARAVEL_AUTOLOAD names: no files of its own, the suite's Redis, the cache store
 * `mutex` with the driver redis-mutex, and the store `stock` with Laravel's own driver. Both make the same keys. It works with
 * every version. Laravels makes one for a test, and worker() makes one in another process.
 */

declare(strict_types=1);

namespace Tests;

use Illuminate\Config\Repository;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Foundation\Application;
use Illuminate\Support\Facades\Facade;
use RedisMutexLock\Laravel\MutexServiceProvider;

final class Laravel
{
    /** The prefix of the cache. In another process it is the same if the test hands it over. */
    public readonly string $prefix;
    public readonly Application $app;
    private readonly TempDir $base;

    /** @param array<string, mixed> $config by dotted keys, instead of or beside the usual one */
    private function __construct(private readonly array $config)
    {
        $this->prefix = $config['cache.prefix'] ?? Check::unique('shop') . '_';
        $this->base = new TempDir();
        mkdir($this->base->file('bootstrap/cache'), recursive: true);
        $this->app = new Application($this->base->path);
        $this->app->instance('config', $settings = new Repository($this->usual()));
        foreach ($config as $key => $value) {
            $settings->set($key, $value);
        }
        $this->app->detectEnvironment(static fn (): string => 'testing');
        Facade::clearResolvedInstances();
        Facade::setFacadeApplication($this->app);
        $this->app->singleton(ExceptionHandler::class, \Illuminate\Foundation\Exceptions\Handler::class);
        $this->app->singleton(\Illuminate\Contracts\Console\Kernel::class, \Illuminate\Foundation\Console\Kernel::class);
        foreach ([
            \Illuminate\Bus\BusServiceProvider::class,
            \Illuminate\Cache\CacheServiceProvider::class,
            \Illuminate\Database\DatabaseServiceProvider::class,
            \Illuminate\Encryption\EncryptionServiceProvider::class,
            \Illuminate\Filesystem\FilesystemServiceProvider::class,
            \Illuminate\Pipeline\PipelineServiceProvider::class,
            \Illuminate\Queue\QueueServiceProvider::class,
            \Illuminate\Redis\RedisServiceProvider::class,
            MutexServiceProvider::class,
        ] as $provider) {
            $this->app->register($provider);
        }
        // A queue worker and the scheduler ask whether the application is down for maintenance. Laravel 8 looks itself.
        if (interface_exists($maintenance = \Illuminate\Contracts\Foundation\MaintenanceMode::class)) {
            $this->app->singleton($maintenance, \Illuminate\Foundation\FileBasedMaintenanceMode::class);
        }
        // The usual steps would read files, which this application does not have.
        $this->app->bootstrapWith([]);
        $this->app->boot();
    }

    /**
     * An application of this process. The newest one is that of the facades.
     *
     * @param array<string, mixed> $config by dotted keys, instead of or beside the usual one
     */
    public static function boot(array $config = []): self
    {
        self::load();

        return new self($config);
    }

    /** As 8 or 10. */
    public function version(): int
    {
        return (int) Application::VERSION;
    }

    /**
     * Another application in this process, with this one's configuration and prefix, and these changes.
     *
     * @param array<string, mixed> $config by dotted keys
     */
    public function again(array $config = []): self
    {
        return self::boot($config + $this->config + ['cache.prefix' => $this->prefix]);
    }

    /** A store of the cache. */
    public function cache(string $store = 'mutex'): \Illuminate\Contracts\Cache\Repository
    {
        return $this->app->make('cache')->store($store);
    }

    /** The key in Redis of a lock, by the rules of this version with the usual configuration. */
    public function key(string $name): string
    {
        return 'app_' . $this->app->make('cache')->store('stock')->getStore()->getPrefix() . $name;
    }

    /** How many processes wait in the queue of a lock of the usual configuration. */
    public function waiters(string $name): int
    {
        $key = $this->key($name);

        return $this->redis()->call('ZCOUNT', "$key:queue:{{$key}}", 1, '+inf');
    }

    /** The tests' own client, in the database of the locks. */
    public function redis(): RedisClient
    {
        return RedisServer::shared()->client();
    }

    /** @param array<string, mixed> $arguments */
    public function artisan(string $command, array $arguments = []): string
    {
        $output = new \Symfony\Component\Console\Output\BufferedOutput();
        $code = $this->app->make(\Illuminate\Contracts\Console\Kernel::class)->call($command, $arguments, $output);

        return "$code " . $output->fetch();
    }

    /**
     * Starts a process with the same application. Its code finds it in $laravel.
     *
     * @param list<string|int|float> $args the script's $argv[1], $argv[2], …
     * @param array<string, mixed> $config by dotted keys: what differs from this one
     */
    public function worker(string $code, array $args = [], array $config = [], bool $extension = true): Worker
    {
        $config = base64_encode(serialize($config + $this->config + ['cache.prefix' => $this->prefix]));
        $boot = "\$laravel = Tests\\Laravel::boot(unserialize(base64_decode('$config')));\n";

        $quiet = ['error_reporting' => E_ALL & ~E_DEPRECATED];

        return Worker::run($boot . $code, $args, [], $quiet, Laravels::MODULES, $extension);
    }

    /** Makes the classes of Laravel and of the package known. */
    private static function load(): void
    {
        $autoload = getenv(Laravels::AUTOLOAD) ?: throw new Failure(Laravels::AUTOLOAD . ' is not set');
        require_once __DIR__ . '/laravel-functions.php';
        require_once $autoload;
        static $done = false;
        if (!$done) {
            $done = true;
            spl_autoload_register(static function (string $class): void {
                if (str_starts_with($class, 'RedisMutexLock\\Laravel\\')) {
                    $file = strtr(substr($class, strlen('RedisMutexLock\\Laravel\\')), '\\', '/');
                    require __DIR__ . "/../../integrations/laravel/src/$file.php";
                }
            });
        }
    }

    /** @return array<string, mixed> */
    private function usual(): array
    {
        $server = ['host' => '127.0.0.1', 'port' => RedisServer::shared()->plainPort, 'password' => null];

        return [
            'app' => ['name' => 'shop', 'env' => 'testing', 'debug' => true, 'key' => str_repeat('k', 32), 'cipher' => 'AES-256-CBC'],
            'cache' => [
                'default' => 'mutex',
                'prefix' => $this->prefix,
                'stores' => [
                    'mutex' => ['driver' => 'redis-mutex', 'connection' => 'cache', 'lock_connection' => 'default'],
                    'stock' => ['driver' => 'redis', 'connection' => 'cache', 'lock_connection' => 'default'],
                    'array' => ['driver' => 'array'],
                ],
            ],
            'database' => [
                'default' => 'none',
                'connections' => [],
                'redis' => [
                    'client' => 'phpredis',
                    'options' => ['cluster' => 'redis', 'prefix' => 'app_'],
                    'default' => ['database' => '0'] + $server,
                    'cache' => ['database' => '1'] + $server,
                ],
            ],
            'filesystems' => ['default' => 'local', 'disks' => []],
            'logging' => ['default' => 'errorlog', 'channels' => ['errorlog' => ['driver' => 'errorlog']]],
            'queue' => [
                'default' => 'redis',
                'connections' => [
                    'sync' => ['driver' => 'sync'],
                    'redis' => ['driver' => 'redis', 'connection' => 'default', 'queue' => "{$this->prefix}jobs", 'retry_after' => 90],
                ],
                'failed' => ['driver' => 'null'],
            ],
        ];
    }
}
