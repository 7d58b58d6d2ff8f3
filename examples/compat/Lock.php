<?php
/*
 * The static class Lock of the article 《php、redis实现分布式锁的正确写法》 on top of the extension, which never releases a lock
 * that has another value. For code that calls the article's class, keep its namespace. See docs/migrating.md.
 */

declare(strict_types=1);

final class Lock
{
    private static ?\RedisMutexLock $mutex = null;

    /**
     * The lock ends with unlock() in any process that knows the value, or after $expires seconds, but not with the request.
     * Each call needs a new value. Two calls with one value are one owner, so both may get the lock when a reply is lost.
     *
     * @param non-empty-string $key
     */
    public static function lock(string $key, #[\SensitiveParameter] string $value, int $expires): bool
    {
        $locked = self::mutex()->lock($key, 0, $expires, token: self::token($value));
        self::mutex()->detach($key);

        return $locked;
    }

    /** @param non-empty-string $key */
    public static function unlock(string $key, #[\SensitiveParameter] string $value): bool
    {
        return self::mutex()->unlock($key, self::token($value));
    }

    /** @return non-empty-string */
    public static function generateValue(): string
    {
        return \RedisMutexLock::generateToken();
    }

    /**
     * Returns the owner token of a value, which is the value itself if it is 32 hex digits.
     *
     * @return non-empty-string
     */
    private static function token(#[\SensitiveParameter] string $value): string
    {
        return preg_match('/^[0-9a-f]{32}$/D', $value) === 1 ? $value : md5($value);
    }

    private static function mutex(): \RedisMutexLock
    {
        // The server is redis_mutex_lock.url of php.ini. For another one, add 'url' => 'redis://…' here.
        return self::$mutex ??= new \RedisMutexLock(['lock_prefix' => '']);
    }
}
