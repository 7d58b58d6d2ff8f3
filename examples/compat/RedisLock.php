<?php
/*
 * The class RedisLock of the article 《php+redis實現搶購功能》 on top of the extension, which never acts on the lock of another
 * process. Because code may extend the article's class, this class is not final, and its methods declare no type of a
 * result, which a subclass would have to repeat. See docs/migrating.md.
 */

declare(strict_types=1);

class RedisLock
{
    private \RedisMutexLock $mutex;

    /** @param array<string, mixed>|string|null $param an array or a URL; null: redis_mutex_lock.url of php.ini */
    public function __construct(array|string|null $param = null)
    {
        $config = is_string($param) ? ['url' => $param] : $param ?? [];
        // The extension refuses '', because it is a mistake, such as an empty environment variable.
        $this->mutex = new \RedisMutexLock($param === '' ? '' : $config + ['lock_prefix' => 'Lock:']);
    }

    /**
     * @param int|float|string $timeout        seconds; 0 or less: one attempt
     * @param int|float|string $expire         seconds, at least 1
     * @param int|float|string $waitIntervalUs microseconds between two looks at a lock that no one hands over
     * @return bool
     */
    public function lock(string|int|null $name, $timeout = 0, $expire = 15, $waitIntervalUs = 100000)
    {
        $name = (string) $name;
        $sleep = max(1, (int) $waitIntervalUs);

        return $name !== '' && $this->mutex->lock($name, max(0, (float) $timeout), max(1, (float) $expire), $sleep);
    }

    /** @return bool whether this object held the lock */
    public function unlock(string|int|null $name)
    {
        return $name !== null && $name !== '' && $this->mutex->unlock((string) $name);
    }

    /** @return bool false: at least one lock had ended before */
    public function unlockAll()
    {
        return $this->mutex->unlockAll();
    }

    /** @return bool whether this object holds the lock, and for $expire seconds from now */
    public function expire(string|int|null $name, int|float|string $expire)
    {
        return $name !== null && $name !== '' && $this->mutex->expire((string) $name, max(1, (float) $expire));
    }

    /** @return bool whether this object holds the lock now */
    public function isLocking(string|int|null $name)
    {
        return $name !== null && $name !== '' && $this->mutex->isLocking((string) $name);
    }
}
