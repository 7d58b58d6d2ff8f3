<?php
/*
 * The lock of one run of a scheduled event, which is released by the owner token of this run alone. The process of schedule:run
 * renews it while an event runs in the foreground, and an EventKeeper while one runs in the background. Where no keeper can be,
 * the lock has the minutes of withoutOverlapping() as its lifetime, as in Laravel. EventMutex makes the locks.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Scheduling;

use RedisMutexLock;
use RedisMutexLock\Laravel\MutexStore;
use RedisMutexLock\Laravel\PlainTrace;
use RedisMutexLock\Laravel\Seconds;
use RuntimeException;
use SensitiveParameter;

final class EventLock
{
    /** What the processes of a background event have in their environment: the owner token, and behind a space the name. */
    public const VARIABLE = 'REDIS_MUTEX_LOCK_EVENT';

    private readonly int $process;

    private function __construct(
        private readonly RedisMutexLock $native,
        private readonly string $key,
        private readonly string $token,
        private readonly ?EventKeeper $keeper = null,
    ) {
        $this->process = (int) getmypid();
    }

    /**
     * What var_dump() and dd() show, because the token is the right to release the lock.
     *
     * @return array<string, string>
     */
    public function __debugInfo(): array
    {
        return ['key' => $this->key];
    }

    /** Acquires a lock that ends with this object, and that is renewed until then. Null: another owner has it. */
    public static function renewed(MutexStore $store, string $name): ?self
    {
        $native = $store->renewing();
        $key = $store->lockKey($name);
        if (!$native->lock($key, 0, null, token: $store->schedulerToken())) {
            return null;
        }

        return new self($native, $key, (string) $native->token($key));
    }

    /**
     * Lets a keeper acquire the lock. Null: another owner has it.
     *
     * @throws RuntimeException if no keeper can be
     */
    public static function kept(MutexStore $store, string $name): ?self
    {
        $key = $store->lockKey($name);
        if ($store->owner($name) !== null) {
            // Without this look, each minute of a long event would start a process for nothing.
            return null;
        }
        $found = PlainTrace::of(static fn (): ?array => EventKeeper::start($name, [
            'settings' => $store->renewingSettings(),
            'key' => $key,
            'token' => $store->schedulerToken(),
            'variable' => self::VARIABLE,
        ]));

        if ($found === null) {
            return null;
        }
        [$keeper, $token] = $found;

        return new self($store->lasting(), $key, $token, $keeper);
    }

    /** Acquires a lock with a lifetime, which outlives this object. Null: another owner has it. */
    public static function lasting(MutexStore $store, string $name, int|float $seconds): ?self
    {
        $native = $store->lasting();
        $key = $store->lockKey($name);
        // The object of all locks may know an earlier lock of this name.
        $native->detach($key);
        if (!$native->lock($key, 0, Seconds::lifetime($seconds), token: $store->schedulerToken())) {
            return null;
        }

        return new self($native, $key, (string) $native->detach($key));
    }

    /** Returns the lock of the run that this process belongs to, if it is one of this event. */
    public static function ofThisRun(MutexStore $store, string $name): ?self
    {
        [$token, $event] = explode(' ', (string) getenv(self::VARIABLE), 2) + ['', ''];

        return $token !== '' && $event === $name ? new self($store->lasting(), $store->lockKey($name), $token) : null;
    }

    /** Puts the token of a run into the environment of the processes that Laravel starts next. Null: into none. */
    public static function announce(?self $lock, string $name = ''): void
    {
        // Laravel starts its processes by Symfony's class, which hands this array on. putenv() would change what other
        // processes see of schedule:run itself.
        if ($lock === null) {
            unset($_ENV[self::VARIABLE]);
        } else {
            $_ENV[self::VARIABLE] = "$lock->token $name";
        }
    }

    /** Leaves the lock to the processes of the event, which have been started. */
    public function leave(): void
    {
        $this->keeper?->leave();
    }

    /** Releases the lock, and returns whether this run still had it. The child of a fork leaves the lock to its parent. */
    public function release(): bool
    {
        if ($this->process !== getmypid()) {
            return true;
        }
        $released = $this->native->unlock($this->key, $this->token);
        $this->leave();

        return $released;
    }
}
