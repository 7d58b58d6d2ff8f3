<?php
/*
 * Makes the configuration of RedisMutexLock from config/lock.php and the store of config/cache.php that it names, without asking
 * a server. Lock uses it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think;

use InvalidArgumentException;
use think\cache\driver\Redis;
use think\Config;

final class Settings
{
    /** The keys of a store that lead to its server, while the others are those of a cache. */
    private const SERVER = ['host', 'port', 'username', 'password', 'select', 'timeout'];

    /** The default lease of the class, in seconds. */
    private const LEASE = 30;

    /** @return array<string, mixed> */
    public static function of(Config $config): array
    {
        $lock = $config->get('lock', []) ?? [];
        $server = $lock['connection'] ?? null;
        if ($server !== null && !is_array($server)) {
            throw new InvalidArgumentException("'connection' of config/lock.php must be an array: for a URL, write ['url' => '…'].");
        }
        // Locks on the server of php.ini, or on this machine, would not exclude those who use the right one.
        if ($server !== null && array_filter($server, static fn (mixed $value): bool => !in_array($value, [null, '', []], true)) === []) {
            throw new InvalidArgumentException("'connection' of config/lock.php is empty: write the server into it, for example"
                . " ['host' => '127.0.0.1', 'port' => 6379] or ['url' => '…'], or null for the server of 'store'.");
        }
        $server ??= self::store($config, (string) ($lock['store'] ?? 'redis'));
        $prefix = ['lock_prefix' => $lock['prefix'] ?? 'lock:'];
        // RedisMutexLock itself refuses a key that it does not know, and names the nearest one.
        $settings = array_diff_key($lock, ['store' => 0, 'connection' => 0, 'prefix' => 0]);
        $given = array_filter($settings, static fn (mixed $value): bool => $value !== null);

        return [...$server, ...$prefix, ...$given];
    }

    /**
     * Returns the lease in seconds, as RedisMutexLock reads it.
     *
     * @param array<string, mixed> $settings of an object that could be made
     */
    public static function lease(array $settings): float
    {
        return (float) (($settings['lease'] ?? null) ?: ini_get('redis_mutex_lock.lease') ?: self::LEASE);
    }

    /**
     * Returns whether RedisMutexLock releases what is held, by its rule for texts, where '' is not given and 'off' is false.
     *
     * @param array<string, mixed> $settings of an object that could be made
     */
    public static function releaseAtTheEnd(array $settings): bool
    {
        $given = $settings['auto_release'] ?? '';

        return $given === '' || filter_var($given, FILTER_VALIDATE_BOOLEAN);
    }

    /** @return array<string, mixed> */
    private static function store(Config $config, string $name): array
    {
        $store = $config->get("cache.stores.$name");
        if (!is_array($store)) {
            throw new InvalidArgumentException("The store [$name] of config/lock.php is not in 'stores' of config/cache.php: add it there, name"
                . " another 'store' in config/lock.php, or give a 'connection' there.");
        }
        $type = ltrim((string) ($store['type'] ?? 'file'), '\\');
        if (strtolower($type) !== 'redis' && !is_a($type, Redis::class, true)) {
            throw new InvalidArgumentException("The store [$name] of config/cache.php is of the type [$type], and locks need Redis:"
                . " name another 'store' in config/lock.php, or give a 'connection' there.");
        }
        // ThinkPHP connects to this host if none is given, while RedisMutexLock would take the server of php.ini.
        $store += ['host' => '127.0.0.1'];
        if (in_array($store['host'], [null, ''], true)) {
            throw new InvalidArgumentException("The store [$name] of config/cache.php has an empty host: write the host of Redis there,"
                . " or give a 'connection' in config/lock.php.");
        }

        return array_intersect_key($store, array_flip(self::SERVER));
    }
}
