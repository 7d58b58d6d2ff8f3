--TEST--
Laravel: the container gives the class itself, for one request or one job
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $lock = $laravel->app->make(\RedisMutexLock::class);
    $name = Check::unique('direct');
    Check::same($lock, $laravel->app->make(\RedisMutexLock::class), 'the same object in one request');
    Check::same(true, $lock->lock($name, expire: null), 'lock');
    Check::same($lock->token($name), $laravel->redis()->call('GET', "lock:$name"), 'the key');
    $injected = $laravel->app->call(static fn (\RedisMutexLock $lock): array => $lock->held());
    Check::same([$name], $injected, 'it is injected');
    unset($lock, $injected);
    // Octane does this after each request, and a queue worker before each job.
    $laravel->app->forgetScopedInstances();
    Check::same(null, $laravel->redis()->call('GET', "lock:$name"), 'the lock that nobody released');
    Check::same([], $laravel->app->make(\RedisMutexLock::class)->held(), 'the next request has another object');
});

echo 'done';
?>
--EXPECT--
done
