--TEST--
Symfony: acquireRead() is a share: any number beside each other and none beside a lock, each with a lifetime of its own
--FILE--
<?php
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $store = $symfony->store();
    $locks = $symfony->locks($store);
    $redis = $symfony->redis();
    $name = Check::unique('read');
    // Two of one process and one store, and one of another store.
    $readers = [$locks->createLock($name, 120), $locks->createLock($name, 60), $symfony->locks()->createLock($name, 90)];
    $writer = $symfony->locks()->createLock($name, 120);
    foreach ($readers as $i => $reader) {
        Check::same(true, $reader->acquireRead(), "reader $i");
    }
    Check::same([true, true, true], array_map(static fn ($reader): bool => $reader->isAcquired(), $readers), 'all have one');
    Check::same(3, $redis->call('ZCARD', $name), 'shares in Redis');
    Check::same([false, false], [$writer->acquire(), $locks->createLock($name, 120)->acquire()], 'a lock beside shares');
    Check::same(true, $readers[0]->acquireRead(), 'a share that the Key has begins again');
    Check::same(3, $redis->call('ZCARD', $name), 'and is the same one');
    Check::between(110_000, 120_000, $redis->call('PTTL', $name), 'the key lives as long as the longest');
    $readers[1]->refresh(600);
    Check::between(590_000, 600_000, $redis->call('PTTL', $name), 'refreshed');
    Check::between(590, 600, $readers[1]->getRemainingLifetime(), 'what the Key knows');
    Check::same(true, $readers[1]->isAcquired(), 'the refreshed one');
    // Each is released by itself.
    $readers[1]->release();
    Check::same([true, false, true], array_map(static fn ($reader): bool => $reader->isAcquired(), $readers), 'two are left');
    Check::between(80_000, 120_000, $redis->call('PTTL', $name), 'the key lives as long as these');
    unset($readers[2], $reader);
    Check::same(1, $redis->call('ZCARD', $name), 'the end of its object has released it');
    Check::same(false, $writer->acquire(), 'one is left');
    $readers[0]->release();
    Check::same(0, $redis->call('EXISTS', $name), 'free');
    Check::same(true, $writer->acquire(), 'the lock');
    Check::same(false, $readers[0]->acquireRead(), 'a share beside a lock');
    $hasty = $symfony->locks($symfony->store(maxWait: 0.1))->createLock($name, 120);
    Check::throws(LockConflictedException::class, static fn () => $hasty->acquireRead(true), '');
    $writer->release();
    // What an operator has released is known to be gone.
    Check::same(true, $readers[0]->acquireRead(), 'once more');
    $redis->call('DEL', $name);
    Check::same(false, $readers[0]->isAcquired(), 'gone');
    Check::throws(LockConflictedException::class, static fn () => $readers[0]->refresh(), '');

    // Questions do not make a share live longer.
    $short = $locks->createLock($name, 0.5, false);
    Check::same(true, $short->acquireRead(), 'a short one');
    $began = microtime(true);
    Check::eventually(static fn (): bool => !$short->isAcquired(), 60, 'it ends');
    Check::between(0.4, 10, microtime(true) - $began, 'its lifetime');
    Check::eventually(static fn (): bool => $redis->call('EXISTS', $name) === 0, 0.4, 'it has ended in Redis too');
    // Behind its end the Key may have the lock.
    Check::same(true, $short->acquire(), 'the lock of the same Key');
    $short->release();
    $store->saveRead($key = new Key($name));
    $store->delete($key);
    Check::same([false, 0], [$store->exists($key), $redis->call('EXISTS', $name)], 'nothing is left');
});

echo 'done';
?>
--EXPECT--
done
