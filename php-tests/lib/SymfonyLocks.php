<?php
/*
 * Locks of the Symfony that SYMFONY_AUTOLOAD names, on the suite's Redis: by the store of the package, and by Symfony's own
 * RedisStore. Both make the same keys. It works with every version. Symfonies makes one for a test, and worker() makes one in
 * another process.
 */

declare(strict_types=1);

namespace Tests;

use RedisMutexLock\Symfony\MutexStore;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\RedisStore;

final class SymfonyLocks
{
    public const PACKAGE = __DIR__ . '/../../integrations/symfony';

    private function __construct()
    {
    }

    public static function boot(): self
    {
        require_once getenv(Symfonies::AUTOLOAD) ?: throw new Failure(Symfonies::AUTOLOAD . ' is not set');
        spl_autoload_register(static function (string $class): void {
            $file = self::PACKAGE . '/src/' . strtr(substr($class, strlen('RedisMutexLock\\Symfony\\')), '\\', '/') . '.php';
            // As Composer does, because a bundle asks for classes that it need not have.
            if (str_starts_with($class, 'RedisMutexLock\\Symfony\\') && is_file($file)) {
                require $file;
            }
        });

        return new self();
    }

    /**
     * A new store of the package.
     *
     * @param array<string, mixed> $config over the way to the suite's Redis
     */
    public function store(array $config = [], float $initialTtl = 300, ?float $maxWait = null): MutexStore
    {
        return new MutexStore($config + RedisServer::shared()->config(), $initialTtl, $maxWait);
    }

    /** A new store of Symfony for the same keys. */
    public function stock(float $initialTtl = 300): RedisStore
    {
        $redis = new \Redis();
        $redis->connect('127.0.0.1', RedisServer::shared()->plainPort);

        return new RedisStore($redis, $initialTtl);
    }

    public function locks(?PersistingStoreInterface $store = null): LockFactory
    {
        return new LockFactory($store ?? $this->store());
    }

    /** The tests' own client, in the database of the locks. */
    public function redis(): RedisClient
    {
        return RedisServer::shared()->client();
    }

    /** Waits until so many processes wait for the lock in the queue of the class. */
    public function awaitWaiters(string $name, int $count): void
    {
        $waiting = fn (): bool => $this->redis()->call('ZCOUNT', "$name:queue:{{$name}}", '1', '+inf') >= $count;
        Check::eventually($waiting, 30, "$count processes wait for $name");
    }

    /**
     * Starts a process with the same Symfony. Its code finds it in $symfony.
     *
     * @param list<string|int|float> $args the script's $argv[1], $argv[2], …
     */
    public function worker(string $code, array $args = []): Worker
    {
        $quiet = ['error_reporting' => E_ALL & ~E_DEPRECATED];

        return Worker::run("\$symfony = Tests\\SymfonyLocks::boot();\n$code", $args, [], $quiet, Symfonies::MODULES);
    }
}
