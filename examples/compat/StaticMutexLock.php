<?php
/*
 * The static class of the article 《PHP实现Redis分布式锁》 on top of the extension, which never deletes the lock of another
 * process. The article's class has the name of the extension's class, RedisMutexLock, so delete it, and write
 * `use StaticMutexLock as RedisMutexLock;` into each file that calls it. See docs/migrating.md.
 */

declare(strict_types=1);

final class StaticMutexLock
{
    private static ?\RedisMutexLock $redis = null;

    /**
     * @param mixed            $timeout    seconds; 0: one attempt; not a number: wait without limit
     * @param int|float|string $lockSecond seconds until the lock ends by itself
     * @param int|float|string $sleep      microseconds between two looks at a lock that no one hands over
     */
    public static function lock(string|int|null $key, $timeout = 0, $lockSecond = 20, $sleep = 100000): bool
    {
        $seconds = is_numeric($timeout) ? max(0, (float) $timeout) : null;

        return self::getRedis()->lock(self::name($key), $seconds, (float) $lockSecond, max(1, (int) $sleep));
    }

    public static function release(string|int|null $key): void
    {
        self::getRedis()->release(self::name($key));
    }

    /** @return non-empty-string */
    private static function name(string|int|null $key): string
    {
        $name = (string) $key;

        return $name !== '' ? $name : throw new \Exception('The key of the lock is empty', 500);
    }

    private static function getRedis(): \RedisMutexLock
    {
        // The server is redis_mutex_lock.url of php.ini. For another one, add 'url' => 'redis://…' here.
        return self::$redis ??= new \RedisMutexLock(['lock_prefix' => 'lock:']);
    }
}
