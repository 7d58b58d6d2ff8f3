--TEST--
Symfony: when Redis is away, each call throws the exception of Symfony for it, with the exception of the class behind it
--FILE--
<?php
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Tests\Check;
use Tests\RedisServer;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $redis = RedisServer::start();
    $store = $symfony->store(['retry_for' => 0] + $redis->config());
    $held = $symfony->locks($store)->createLock('held', 120, false);
    Check::same(true, $held->acquire(), 'acquire');
    $other = $symfony->locks($store)->createLock('other', 120, false);
    $redis->stop();

    $calls = [
        [LockAcquiringException::class, static fn () => $other->acquire()],
        [LockAcquiringException::class, static fn () => $other->acquire(true)],
        [LockAcquiringException::class, static fn () => $held->acquire()],
        [LockAcquiringException::class, static fn () => $held->refresh()],
        [LockStorageException::class, static fn () => $held->isAcquired()],
        [LockReleasingException::class, static fn () => $held->release()],
    ];
    foreach ($calls as [$class, $call]) {
        $thrown = Check::throws($class, $call);
        for ($last = $thrown; $last->getPrevious() !== null; $last = $last->getPrevious()) {
        }
        Check::same(RedisMutexLockUnavailableException::class, $last::class, "what is behind $class");
    }
    $redis->restart();
    // What could not be released can still be released, because the Key has its token.
    Check::same(false, $held->isAcquired(), 'the lock of a Redis without a disk');
    $held->release();

    foreach (['', str_repeat('x', 4097)] as $name) {
        Check::throws(InvalidArgumentException::class, static fn () => $store->save(new Key($name)), 'must be');
    }
    Check::throws(InvalidArgumentException::class, static fn () => new RedisMutexLock\Symfony\MutexStore(''), 'must not be an empty string');
    foreach ([-1.0, NAN, INF] as $maxWait) {
        Check::throws(InvalidArgumentException::class, static fn () => $symfony->store(maxWait: $maxWait), 'finite number');
    }
});

echo 'done';
?>
--EXPECT--
done
