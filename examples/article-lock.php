<?php

declare(strict_types=1);

/**
 * NOT FOR USE. The lock of the article "php+redis實現搶購功能", step by step, which shows that under load this lock lets
 * several processes in at once. The mistakes of the article are marked, and no mistake was added or made worse.
 */
final class ArticleLock
{
    /** @var array<string, mixed> name => the moment until which we believe that we hold the lock */
    private array $held = [];

    public function __construct(private readonly Redis $redis)
    {
    }

    /** $timeout and $expire in seconds, $sleep (the article's $waitIntervalUs) in microseconds */
    public function lock(string $name, int $timeout = 0, int $expire = 15, int $sleep = 100000): bool
    {
        if ($name === '') {
            return false;
        }
        $key = "Lock:$name";
        $timeoutAt = time() + $timeout;
        $expireAt = time() + $expire;

        while (true) {
            if ($this->redis->setnx($key, (string) $expireAt)) {
                // The key has no lifetime between these two commands. EXPIRE wants seconds from now, so with the
                // time of day this lock lives for more than fifty years.
                $this->redis->expire($key, $expireAt);
                $this->held[$name] = $expireAt;

                return true;
            }

            // "No lifetime, so its owner must have crashed before EXPIRE." But the owner may be about to send EXPIRE,
            // or may have released the lock since SETNX. The plain SET makes us the second owner of a key that has
            // no lifetime either, so the next process takes the lock in the same way.
            if ($this->redis->ttl($key) < 0) {
                $this->redis->set($key, (string) $expireAt);
                $this->held[$name] = $expireAt;

                return true;
            }

            if ($timeout <= 0 || $timeoutAt < microtime(true)) {
                return false;
            }
            usleep($sleep);
        }
    }

    public function unlock(string $name): bool
    {
        // Another process may hold the lock by now. The check says yes all the same, so DEL deletes that lock.
        if ($this->isLocking($name) && $this->redis->del("Lock:$name")) {
            unset($this->held[$name]);

            return true;
        }

        return false;
    }

    public function unlockAll(): bool
    {
        $all = true;
        foreach (array_keys($this->held) as $name) {
            $all = $this->unlock((string) $name) && $all;
        }

        return $all;
    }

    public function expire(string $name, int $expire): bool
    {
        return $this->isLocking($name) && $this->redis->expire("Lock:$name", max($expire, 1));
    }

    public function isLocking(string $name): bool
    {
        // One "=" assigns, so the value in Redis becomes our own, even if another process wrote it.
        return isset($this->held[$name]) && (bool) ($this->held[$name] = $this->redis->get("Lock:$name"));
    }
}
