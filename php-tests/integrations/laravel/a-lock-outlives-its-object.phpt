--TEST--
Laravel: a lock with seconds outlives its object and its process
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $owner = (static function () use ($laravel): string {
        $lock = $laravel->cache()->lock('export', 30);
        Check::same(true, $lock->get(), 'get');

        return $lock->owner();
    })();
    Check::same($owner, $redis->call('GET', $laravel->key('export')), 'the key when the object is gone');
    $laravel->app->make('cache')->purge('mutex');
    Check::same($owner, $redis->call('GET', $laravel->key('export')), 'the key when the store is gone');
    Check::same(true, $laravel->cache()->restoreLock('export', $owner)->release(), 'release by a new store');

    $worker = $laravel->worker(<<<'PHP'
        $lock = $laravel->cache()->lock('export', 30);
        say($lock->get() ? $lock->owner() : 'refused');
        PHP);
    $owner = $worker->line(30);
    $worker->finish();
    Check::same($owner, $redis->call('GET', $laravel->key('export')), 'the key when the process has ended');
    Check::same(true, $laravel->cache()->restoreLock('export', $owner)->release(), 'release in another process');
});

echo 'done';
?>
--EXPECT--
done
