--TEST--
Symfony: the ttl of a lock, of refresh() and of the store is its lifetime in Redis, and a lost lock cannot be refreshed
--FILE--
<?php
use Symfony\Component\Lock\Exception\InvalidTtlException;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $name = Check::unique('ttl');
    $redis = $symfony->redis();
    $isAbout = static function (float $seconds, ?float $left, string $what) use ($redis, $name): void {
        Check::between($seconds * 1000 - 40_000, $seconds * 1000, $redis->call('PTTL', $name), "milliseconds of the key of $what");
        // What the process believes is never longer than what Redis has, by the little that their clocks may differ.
        Check::between($seconds - 40 - $seconds / 100, $seconds, $left, "seconds of $what");
    };
    $lock = $symfony->locks()->createLock($name, 100);
    $lock->acquire();
    $isAbout(100, $lock->getRemainingLifetime(), 'createLock()');
    $lock->refresh();
    $isAbout(100, $lock->getRemainingLifetime(), 'refresh()');
    $lock->refresh(1000);
    $isAbout(1000, $lock->getRemainingLifetime(), 'refresh(1000)');
    $lock->refresh(50);
    $isAbout(50, $lock->getRemainingLifetime(), 'refresh(50)');

    // To acquire once more is to begin anew, and not to exclude oneself.
    Check::same(true, $lock->acquire(), 'acquire() by the owner');
    $isAbout(100, $lock->getRemainingLifetime(), 'a second acquire()');
    Check::same(true, $lock->acquire(true), 'acquire(true) by the owner');
    $isAbout(100, $lock->getRemainingLifetime(), 'a second acquire(true)');
    $lock->release();

    $lock = $symfony->locks($symfony->store(initialTtl: 200))->createLock($name, null);
    $lock->acquire();
    $isAbout(200, $lock->getRemainingLifetime(), 'the store');
    $lock->refresh(1e12);
    $isAbout(31_536_000, $lock->getRemainingLifetime(), 'more than the class takes');

    // Somebody else has the lock now.
    $redis->call('SET', $name, 'somebody', 'PX', 60_000);
    Check::throws(LockConflictedException::class, static fn () => $lock->refresh(10));
    Check::same(false, $lock->isAcquired(), 'isAcquired() of a lost lock');
    $lock->release();
    Check::same('somebody', $redis->call('GET', $name), 'the lock of somebody else');
    Check::same(false, $lock->acquire(), 'acquire() of a lost lock');
    $redis->call('DEL', $name);
    Check::same(true, $lock->acquire(), 'acquire() of a lost lock that is free');
    $lock->release();

    foreach ([0.0, -1.0, NAN] as $ttl) {
        Check::throws(InvalidTtlException::class, static fn () => $symfony->store(initialTtl: $ttl));
    }
});

echo 'done';
?>
--EXPECT--
done
