--TEST--
Laravel: the owner token is known before the lock is acquired, and only a granted lock changes it
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $lock = $laravel->cache()->lock('job', 10);
    $owner = $lock->owner();
    Check::same(1, preg_match('/\A[0-9a-f]{32}\z/', $owner), 'a token before get()');
    Check::same(true, $lock->get(), 'get');
    Check::same($owner, $lock->owner(), 'the owner after get()');

    // The same object again, while it holds the lock.
    Check::same(false, $lock->get(), 'a second get');
    Check::same($owner, $lock->owner(), 'the owner after the refusal');
    Check::same(true, $lock->isOwnedByCurrentProcess(), 'it still owns the lock');
    Check::same(true, $lock->release(), 'release after the refusal');
    Check::same(false, $lock->release(), 'a second release');

    // A token never gets a second lock.
    Check::same(true, $lock->get(), 'get after the release');
    Check::same(true, $lock->owner() !== $owner, 'it has another token');
    Check::same($lock->owner(), $laravel->redis()->call('GET', $laravel->key('job')), 'the value of the key');

    // A refused first token may be used later.
    $other = $laravel->cache()->lock('job', 10);
    $first = $other->owner();
    Check::same(false, $other->get(), 'another object');
    Check::same(true, $lock->release(), 'release');
    Check::same(true, $other->get(), 'another object, later');
    Check::same($first, $other->owner(), 'it has its first token');
});

echo 'done';
?>
--EXPECT--
done
