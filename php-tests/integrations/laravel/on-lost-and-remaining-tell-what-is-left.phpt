--TEST--
Laravel: remaining() says how long a lock can be relied upon, and onLost() reports the loss of a renewed one
--FILE--
<?php
use RedisMutexLock\Laravel\MutexLock;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $key = $laravel->key('import');
    $cache = $laravel->again(['cache.stores.mutex.mutex' => ['lease' => 5]])->cache();

    // With seconds.
    $lock = $cache->lock('import', 100);
    Check::same(null, $lock->remaining(), 'before the lock');
    Check::same(true, $lock->get(), 'get');
    Check::between(60, 98.998, $lock->remaining(), 'less than the seconds, by what clocks may drift');
    $first = $lock->remaining();
    Check::eventually(static fn (): bool => $lock->remaining() < $first, 30, 'it becomes less');
    Check::same(false, $lock->get(), 'another get');
    Check::between(60, $first, $lock->remaining(), 'it stays after another get');
    Check::same(true, $lock->refresh(1000), 'refresh(1000)');
    Check::between(900, 989.998, $lock->remaining(), 'after refresh(1000)');
    Check::same(true, $lock->refresh(), 'refresh()');
    Check::between(60, 98.998, $lock->remaining(), 'after refresh()');
    Check::same(null, $cache->restoreLock('import', $lock->owner())->remaining(), 'a restored lock');
    Check::same(true, $lock->release(), 'release');
    Check::same(null, $lock->remaining(), 'after the release');
    Check::same(true, $lock->get(), 'get again');
    $redis->call('DEL', $key);
    Check::same(false, $lock->refresh(), 'refresh of a lost lock');
    Check::same(null, $lock->remaining(), 'after refresh found the loss');
    $short = $cache->lock('import', 0.5);
    $short->block(30);
    Check::eventually(static fn (): bool => $short->remaining() === null, 30, 'the seconds end');
    Check::between(31_000_000, 31_536_000, tap($cache->lock('year'), static fn (MutexLock $lock) => $lock->block(30))->remaining(), 'a year');
    $named = $cache->lock('named', 100, 'somebody');
    Check::same([true, null], [$named->get(), $named->remaining()], 'a named owner, which has the rules of Laravel');

    // Renewed.
    $lock = $cache->lock('import', null);
    $losses = [];
    $lock->onLost(static function (string $name, MutexLock $lost) use (&$losses): void {
        $losses[] = [$name, $lost->owner(), $lost->remaining()];
    });
    Check::same(null, $lock->remaining(), 'renewed: before the lock');
    Check::same(true, $lock->block(30), 'renewed: block');
    Check::between(0.001, 4.948, $lock->remaining(), 'renewed: at most the lease, less what clocks may drift');
    Check::same([], $losses, 'no loss');
    $redis->call('DEL', $key);
    $lost = static function () use (&$losses): bool {
        return $losses !== [];
    };
    Check::eventually($lost, 30, 'the renewal finds the loss');
    Check::same([['import', $lock->owner(), null]], $losses, 'the name without prefix, and the lock');
    Check::same(null, $lock->remaining(), 'renewed: after the loss');
    Check::same(false, $lock->release(), 'renewed: release after the loss');
    Check::same(1, count($losses), 'a loss is reported once');

    // A loss that release() reports is not reported again, and one without a callback is not reported.
    Check::same(true, $lock->block(30), 'renewed: block again');
    $redis->call('DEL', $key);
    $reported = $lock->release() === false;
    Check::same(true, $reported, 'release reports it');
    $lock->onLost(null);
    Check::same(true, $lock->block(30), 'renewed: block without a callback');
    $redis->call('DEL', $key);
    Check::eventually(static fn (): bool => $lock->remaining() === null, 30, 'the loss');
    Check::between(1, 2, count($losses), 'nothing is reported without a callback');

    // The exception of the callback stops the work.
    $lock->onLost(static fn (string $name) => throw new DomainException("$name is lost"));
    Check::throws(DomainException::class, static fn () => $lock->block(30, static function () use ($redis, $key): void {
        $redis->call('DEL', $key);
        Check::eventually(static fn (): bool => false, 30, 'the loss stops this');
    }), 'import is lost');

    // The callback does not keep the lock.
    $lock = $cache->lock('import', null);
    $lock->onLost(static fn () => null);
    Check::same(true, $lock->block(30), 'renewed: block');
    unset($lock);
    Check::same(null, $redis->call('GET', $key), 'the lock ends with its object');
});

echo 'done';
?>
--EXPECT--
done
