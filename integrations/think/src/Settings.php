<?php
/*
 * Makes the configuration of RedisMutexLock from config/lock.php and the stores of config/cache.php that it names, without asking
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
        if (!self::isOff($lock['servers'] ?? null)) {
            if ($server !== null) {
                throw new InvalidArgumentException("config/lock.php has 'connection' and 'servers': write null for the one that the locks"
                    . " shall not be on, or the 'servers' into 'connection', which then has what they share.");
            }
            $server = ['servers' => $lock['servers']];
        }
        $server ??= self::store($config, (string) ($lock['store'] ?? 'redis'));
        if (isset($server['servers'])) {
            $server['servers'] = self::servers($config, $server['servers']);
        }
        $prefix = ['lock_prefix' => $lock['prefix'] ?? 'lock:'];
        // RedisMutexLock itself refuses a key that it does not know, and names the nearest one.
        $settings = array_diff_key($lock, ['store' => 0, 'connection' => 0, 'servers' => 0, 'prefix' => 0]);
        $given = array_filter($settings, static fn (mixed $value): bool => $value !== null);

        return [...$server, ...$prefix, ...$given];
    }

    /**
     * Returns how many servers the locks are on, if they are on a quorum.
     *
     * @param array<string, mixed> $settings of an object that could be made
     */
    public static function quorum(array $settings): ?int
    {
        $servers = $settings['servers'] ?? null;
        if (self::isOff($servers)) {
            $url = $settings['url'] ?? null;
            $isQuorum = is_string($url) && preg_match('~^\s*[a-z]+\+quorum://(?:[^/?#]*@)?([^/?#]*)~i', $url, $found) === 1;

            return $isQuorum ? 1 + substr_count($found[1], ',') : null;
        }
        $count = 0;
        foreach ((array) $servers as $key => $server) {
            $text = is_string($server) ? $server : '';
            // Where there are URLs, a comma separates only in front of a URL.
            $texts = preg_split(str_contains($text, '://') ? '~[,;]\s*(?=[a-z]+://)~i' : '~[,;]~', $text);
            $count += is_int($key) ? count((array) $texts) : 0;
        }

        return $count;
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

    /**
     * Returns the servers of a quorum. The name of a store is that store's server, and anything else goes to RedisMutexLock as it
     * is, which says what it cannot take.
     */
    private static function servers(Config $config, mixed $given): mixed
    {
        $stores = $config->get('cache.stores', []);
        $isStore = static fn (mixed $server): bool => is_string($server) && isset($stores[$server]);
        if (!is_string($given) && !is_array($given)) {
            return $given;
        }
        $remedy = "name another store in 'servers' of config/lock.php, or write the host and port of the server there.";
        $servers = [];
        foreach ((array) $given as $key => $server) {
            if (is_string($key)) {
                $servers[$key] = $server;
                continue;
            }
            $texts = is_string($server) ? array_map(trim(...), preg_split('/[,;]/', $server) ?: []) : [];
            // A text without the name of a store is left whole, because the class knows where its commas separate.
            foreach (array_filter($texts, $isStore) === [] ? [$server] : $texts as $one) {
                $servers[] = $isStore($one) ? self::server($one, self::checked($one, $stores[$one], $remedy)) : $one;
            }
        }

        return $servers === [$given] ? $given : $servers;
    }

    /** @return array<string, mixed> where the locks of a store are */
    private static function store(Config $config, string $name): array
    {
        $store = $config->get("cache.stores.$name");
        $store = self::checked($name, $store, "name another 'store' in config/lock.php, or give a 'connection' there.");

        return self::isOff($store['servers'] ?? null) ? self::server($name, $store) : ['servers' => $store['servers']];
    }

    /**
     * Returns a store of Redis.
     *
     * @param string $remedy what to do about one that is none
     * @return array<string, mixed>
     */
    private static function checked(string $name, mixed $store, string $remedy): array
    {
        if (!is_array($store)) {
            throw new InvalidArgumentException("The store [$name] of config/lock.php is not in 'stores' of config/cache.php: add it there, $remedy");
        }
        $type = ltrim((string) ($store['type'] ?? 'file'), '\\');
        if (strtolower($type) !== 'redis' && !is_a($type, Redis::class, true)) {
            throw new InvalidArgumentException("The store [$name] of config/cache.php is of the type [$type], and locks need Redis: $remedy");
        }

        return $store;
    }

    /**
     * Returns the server of a store.
     *
     * @param array<string, mixed> $store
     * @return array<string, mixed>
     */
    private static function server(string $name, array $store): array
    {
        // ThinkPHP connects to this host if none is given, while RedisMutexLock would take the server of php.ini.
        $store += ['host' => '127.0.0.1'];
        if (in_array($store['host'], [null, ''], true)) {
            throw new InvalidArgumentException("The store [$name] of config/cache.php has an empty host: write the host of Redis there,"
                . " or give a 'connection' in config/lock.php.");
        }

        return array_intersect_key($store, array_flip(self::SERVER));
    }

    /** Returns whether `servers` has this value because there shall be no quorum, by the rule of the class. */
    private static function isOff(mixed $given): bool
    {
        if (is_array($given)) {
            return $given === [] || (array_key_exists('enable', $given) && self::isOff($given['enable']));
        }
        $isZero = is_numeric($given) && (float) $given === 0.0;

        return $given === null || $isZero || filter_var($given, FILTER_VALIDATE_BOOL, FILTER_NULL_ON_FAILURE) === false;
    }
}
