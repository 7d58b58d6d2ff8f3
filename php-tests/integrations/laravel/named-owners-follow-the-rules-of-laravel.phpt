--TEST--
Laravel: an owner that the caller names is not believed twice
--FILE--
<?php
use Illuminate\Contracts\Cache\LockTimeoutException;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    foreach (['a-worker', str_repeat('0a', 16)] as $owner) {
        $first = $laravel->cache()->lock('row', 10, $owner);
        $second = $laravel->cache()->lock('row', 10, $owner);
        Check::same(true, $first->get(), 'the first');
        Check::same($owner, $laravel->redis()->call('GET', $laravel->key('row')), 'the value of the key');
        Check::same(false, $second->get(), 'the second of the same name');
        Check::throws(LockTimeoutException::class, static fn () => $second->betweenBlockedAttemptsSleepFor(10)->block(0), null);
        Check::same(true, $second->isOwnedByCurrentProcess(), 'both have one owner');
        Check::same(true, $second->refresh(20), 'refresh by its owner');
        Check::between(19_000, 20_000, $laravel->redis()->call('PTTL', $laravel->key('row')), 'the new lifetime in ms');
        Check::same(true, $second->release(), 'release by its owner');
        Check::same(true, $second->block(5, static fn (): bool => true), 'block when it is free');
        Check::same(null, $laravel->redis()->call('GET', $laravel->key('row')), 'the key after the callback');
        // A restored lock has a named owner too.
        Check::same(true, $laravel->cache()->restoreLock('row', $owner)->get(), 'get of a restored lock');
        Check::same(-1, $laravel->redis()->call('PTTL', $laravel->key('row')), 'it has no expiry, as with the stock driver');
        Check::same(true, $laravel->cache()->restoreLock('row', $owner)->release(), 'release');
    }
});

echo 'done';
?>
--EXPECT--
done
