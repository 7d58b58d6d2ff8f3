<?php
/*
 * One entry into a funnel, which admits as many processes as its limit at the same time. Each of them has a share of one name in
 * Redis, the others wait in its queue, and the share is renewed while the callback runs. A store whose values live in one process
 * alone needs no limit. The builders of Cache::funnel() and the job middleware ConcurrencyLimited make an object for each entry.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Limiters;

use Closure;
use Illuminate\Cache\ArrayStore;
use Illuminate\Cache\NullStore;
use Illuminate\Cache\Repository;
use Illuminate\Contracts\Cache\Repository as Cache;
use InvalidArgumentException;
use RedisMutexLock;
use RedisMutexLock\Laravel\Console\Cell;
use RedisMutexLock\Laravel\EnumName;
use RedisMutexLock\Laravel\MutexLock;
use RedisMutexLock\Laravel\MutexStore;
use RedisMutexLockLostException;
use RedisMutexLockTimeoutException;
use ValueError;

final class Funnel
{
    /** What stands before the name of a funnel in the name of its lock, so that no lock and no cache value has the same key. */
    public const LOCK = 'funnel:';

    /** The highest limit that the class takes. */
    private const MOST = 1_000_000;

    /** What has the share, as soon as this entry is under way. */
    private ?RedisMutexLock $native = null;

    private readonly string $key;

    /** @param MutexStore|null $store null: nobody else can be in the funnel */
    private function __construct(private readonly ?MutexStore $store, string $name)
    {
        $this->key = $store?->lockKey(self::LOCK . $name) ?? '';
        if ($store !== null && !MutexLock::isNative($this->key)) {
            throw new ValueError(sprintf(
                'funnel(): the name with its prefixes, and "%s", must not be longer than %d bytes, %d given. Use a hash of the name.',
                self::LOCK,
                MutexLock::LONGEST_KEY,
                strlen($this->key),
            ));
        }
    }

    /** Returns a new entry into the funnel of this name. */
    public static function in(Cache $cache, string $name): self
    {
        $store = $cache->getStore();
        if ($store instanceof ArrayStore || $store instanceof NullStore) {
            return new self(null, $name);
        }
        if (!$store instanceof MutexStore) {
            throw new InvalidArgumentException(sprintf(
                'A funnel of this package needs a cache store with the driver redis-mutex, and this one is a %s.',
                $store::class,
            ));
        }
        if ($store->hasQuorum()) {
            throw new InvalidArgumentException(
                'The locks of this cache store are on the "servers" of its "mutex", and independent servers cannot count who is in a funnel.'
                    . ' Use a cache store without "servers" for it.',
            );
        }

        return new self($store, $name);
    }

    /** Returns a builder with the methods that Laravel's own has, and with its class where this version of Laravel has one. */
    public static function builder(Repository $cache, mixed $name): CacheFunnelBuilder|RedisFunnelBuilder
    {
        return method_exists(Repository::class, 'funnel')
            ? new CacheFunnelBuilder($cache, EnumName::of($name))
            : new RedisFunnelBuilder($cache, EnumName::of($name));
    }

    /**
     * Returns how many processes the funnel admits.
     *
     * @param string $argument for the message, as "ConcurrencyLimited::__construct(): Argument #2 ($limit)"
     * @throws ValueError if it is no such number
     */
    public static function limit(mixed $given, string $argument): int
    {
        $limit = is_bool($given) ? false : filter_var($given, FILTER_VALIDATE_INT);
        if ($limit !== false && $limit >= 1 && $limit <= self::MOST) {
            return $limit;
        }
        throw new ValueError(sprintf(
            '%s must be from 1 to %d, got %s. To let nobody in, do not call the work at all.',
            $argument,
            self::MOST,
            is_scalar($given) ? Cell::quoted((string) $given) : get_debug_type($given),
        ));
    }

    /**
     * Returns the result of $work, which runs while this process is in the funnel, or that of $refused if it did not get in.
     *
     * @param int $limit how many processes may be in the funnel at the same time
     * @param int|float $wait seconds to wait in line
     * @param int|float $releaseAfter seconds after which the share of a killed process ends; 0: the lease of the store
     * @param int|float $sleep milliseconds between two looks, where the release wakes nobody
     * @param Closure(): mixed $work
     * @param Closure(RedisMutexLockTimeoutException): mixed $refused
     * @throws RedisMutexLockLostException if the share was lost while $work ran
     */
    public function run(int $limit, int|float $wait, int|float $releaseAfter, int|float $sleep, Closure $work, Closure $refused): mixed
    {
        if ($this->store === null) {
            return $work();
        }
        $process = getmypid();
        $hasBegun = $hasEnded = false;
        $section = static function () use ($work, &$hasBegun, &$hasEnded): mixed {
            $hasBegun = true;
            $result = $work();
            $hasEnded = true;

            return $result;
        };
        $this->native = $this->store->forFunnel($releaseAfter);
        try {
            return $this->native->synchronizedShared($this->key, $section, max(0, $wait), null, max(1, (int) ($sleep * 1000)), $limit);
        } catch (RedisMutexLockTimeoutException $late) {
            // An exception of the callback is its own matter.
            if ($hasBegun) {
                throw $late;
            }
        } catch (RedisMutexLockLostException $lost) {
            // The callback has forked, and the child leaves the share to its parent.
            return $hasEnded && getmypid() !== $process ? $lost->result : throw $lost;
        } finally {
            $this->native = null;
        }

        return $refused($late);
    }

    /** Leaves the funnel before the callback has ended, and returns whether this process was in it. JobLocks calls it. */
    public function release(): bool
    {
        return $this->native?->unlock($this->key) ?? false;
    }
}
