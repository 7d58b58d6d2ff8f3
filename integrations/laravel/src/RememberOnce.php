<?php
/*
 * Cache::rememberOnce(), which is Laravel's remember() with a callback that runs in one process, while the others wait for the value.
 * It changes no other method and no key of the cache. A store whose values live in one process alone needs no lock, because nobody
 * else waits for them. MutexServiceProvider makes it known to the cache, and each MutexStore has an object for its entries.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use DateInterval;
use DateTimeInterface;
use Illuminate\Cache\ArrayStore;
use Illuminate\Cache\NullStore;
use Illuminate\Cache\Repository;
use Illuminate\Cache\TaggedCache;
use InvalidArgumentException;
use RedisMutexLock;

final class RememberOnce
{
    /** @var array<string, RedisMutexLock> by the keys of the locks of the entries that this process makes or waits for */
    private array $making = [];

    /**
     * Returns the value of a cache entry. If there is none, one process makes it, while the others wait for it.
     *
     * @param string|\UnitEnum $key
     * @param \Closure|DateTimeInterface|DateInterval|int|null $ttl the lifetime of the entry, as in remember(); null: for ever
     * @param int|float|null $wait seconds to wait for another process; null: without limit
     * @throws \Illuminate\Contracts\Cache\LockTimeoutException if the other process is not ready in time
     */
    public static function in(Repository $cache, mixed $key, mixed $ttl, callable $callback, int|float|null $wait): mixed
    {
        $store = $cache->getStore();
        if (!$store instanceof MutexStore && !$store instanceof ArrayStore && !$store instanceof NullStore) {
            throw new InvalidArgumentException(sprintf(
                'rememberOnce() needs a cache store with the driver redis-mutex, and this one is a %s. Use remember() there.',
                $store::class,
            ));
        }
        // In older versions of Laravel, a key of the cache is a text.
        $key = EnumName::of($key);
        $hit = $cache->get($key);
        if ($hit !== null) {
            return $hit;
        }
        $make = static function () use ($cache, $key, $ttl, $callback): mixed {
            $made = $callback();
            if ($made !== null) {
                $cache->put($key, $made, value($ttl, $made));
            }

            return $made;
        };

        return $store instanceof MutexStore ? $store->once->entry($store, $cache, $key, $make, $wait) : $make();
    }

    /** @param \Closure(): mixed $make makes the value and puts it into the cache */
    private function entry(MutexStore $store, Repository $cache, string $key, \Closure $make, int|float|null $wait): mixed
    {
        // The names of the tags, because in older versions of Laravel the tags' own keys change with each flush.
        $name = $cache instanceof TaggedCache ? implode('|', $cache->getTags()->getNames()) . ":$key" : $key;
        $lockKey = $store->lockKey(MissingEntry::LOCK . $name);
        MissingEntry::check($lockKey, $wait);
        // A callback may ask for its own entry, which the object that has the lock refuses at once.
        $outer = $this->making[$lockKey] ?? null;
        $lock = $this->making[$lockKey] = $outer ?? $store->lockForReadersThatWait($wait);
        try {
            $entry = new MissingEntry($lock, $lockKey, $store->lockKey(MissingEntry::WORD . $name), $cache, $key, $make);

            return $entry->value($wait);
        } finally {
            if ($outer === null) {
                unset($this->making[$lockKey]);
            }
        }
    }
}
