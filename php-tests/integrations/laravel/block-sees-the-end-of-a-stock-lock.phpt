--TEST--
Laravel: block() sees that a stock lock was released, as often as it looks
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $stock = $laravel->cache('stock')->lock('mixed', 120);
    Check::same(true, $stock->get(), 'stock: get');
    $worker = $laravel->worker(<<<'PHP'
        say('waits');
        say($laravel->cache()->lock('mixed', 10)->betweenBlockedAttemptsSleepFor(20)->block(60) ? 'got it' : 'refused');
        PHP);
    $worker->expect('waits', 30);
    $queue = $laravel->key('mixed') . ':queue:{' . $laravel->key('mixed') . '}';
    Check::eventually(static fn (): bool => $laravel->redis()->call('EXISTS', $queue) === 1, 30, 'the process waits');
    Check::same(true, $stock->release(), 'stock: release');
    $worker->expect('got it', 30);
    $worker->finish();
});

echo 'done';
?>
--EXPECT--
done
