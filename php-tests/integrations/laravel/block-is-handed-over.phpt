--TEST--
Laravel: block() gets the lock when it is released, long before the next look
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $holder = $laravel->cache()->lock('queue', 120);
    Check::same(true, $holder->get(), 'get');
    $worker = $laravel->worker(<<<'PHP'
        $lock = $laravel->cache()->lock('queue', 120)->betweenBlockedAttemptsSleepFor(60_000);
        say('waits');
        say($lock->block(60, static fn (): string => 'handed over'));
        PHP);
    $worker->expect('waits', 30);
    $queue = $laravel->key('queue') . ':queue:{' . $laravel->key('queue') . '}';
    Check::eventually(static fn (): bool => $laravel->redis()->call('EXISTS', $queue) === 1, 30, 'the process waits');
    $released = hrtime(true);
    Check::same(true, $holder->release(), 'release');
    $worker->expect('handed over', 30);
    Check::between(0, 20, (hrtime(true) - $released) / 1e9, 'seconds until the callback was over');
    $worker->finish();
    Check::same(null, $laravel->redis()->call('GET', $laravel->key('queue')), 'the key after the callback');

    // Released by its owner token in another object, as a queue worker does.
    $holder = $laravel->cache()->lock('queue', 120);
    Check::same(true, $holder->get(), 'get again');
    $worker = $laravel->worker(<<<'PHP'
        $lock = $laravel->cache()->lock('queue', 120)->betweenBlockedAttemptsSleepFor(60_000);
        say('waits');
        say($lock->block(60) ? 'handed over' : 'refused');
        say((string) $lock->release());
        PHP);
    $worker->expect('waits', 30);
    Check::eventually(static fn (): bool => $laravel->redis()->call('EXISTS', $queue) === 1, 30, 'the process waits');
    Check::same(true, $laravel->cache()->restoreLock('queue', $holder->owner())->release(), 'release of the restored lock');
    $worker->expect('handed over', 30);
    $worker->expect('1', 30);
    $worker->finish();
});

echo 'done';
?>
--EXPECT--
done
