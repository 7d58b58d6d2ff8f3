--TEST--
Laravel: without the extension a lock throws, and the cache works
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $worker = $laravel->worker(<<<'PHP'
        $laravel->cache()->put('value', 'kept', 60);
        say($laravel->cache()->get('value'));
        foreach ([
            static fn () => $laravel->cache()->lock('order', 10),
            static fn () => $laravel->cache()->lock('order', null),
            static fn () => $laravel->cache()->restoreLock('order', 'somebody'),
            static fn () => $laravel->app->make(RedisMutexLock::class),
        ] as $call) {
            Tests\Check::throws(RuntimeException::class, $call, 'The PHP extension redis_mutex_lock is not loaded: add extension=redis_mutex_lock to php.ini.');
        }
        say('named');
        PHP, extension: false);
    $worker->expect('kept', 30);
    $worker->expect('named', 30);
    $worker->finish();
});

echo 'done';
?>
--EXPECT--
done
