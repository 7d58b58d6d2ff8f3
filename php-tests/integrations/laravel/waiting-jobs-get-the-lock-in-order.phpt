--TEST--
Laravel: eight workers wait in line with block(), and each handles its job in turn and with the attempt that it began with
--FILE--
<?php
use RedisMutexLock\Laravel\WithoutOverlapping;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    $workers = array_map(static fn (): object => LaravelQueue::worker($laravel, 'mutex'), range(0, 8));
    array_map(LaravelQueue::work(...), $workers);
    $note = <<<'PHP'
        $handedOver = RedisMutexLock::stats()['handed_over'];
        app('redis')->connection()->rpush(config('cache.prefix') . 'handled', "$this->id, attempt {$this->attempts()}, handed over $handedOver");
        PHP;
    $expected = [];
    LaravelJob::dispatch('holder', 'waits', (new WithoutOverlapping('line'))->block(30));
    LaravelQueue::begin($workers[0]);
    $workers[0]->expect('handles holder', 30);
    foreach (range(1, 8) as $place) {
        LaravelJob::dispatch("job $place", $note, (new WithoutOverlapping('line'))->block(120));
        LaravelQueue::begin($workers[$place], ['--once' => true, '--tries' => 1]);
        $queue->awaitLine('line', $place);
        $expected[] = "job $place, attempt 1";
    }
    $workers[0]->tell('go on');
    foreach ($workers as $place => $worker) {
        $place === 0 || $worker->expect("handles job $place", 60);
        $worker->expect('worked', 60);
    }
    $handled = array_map(
        static fn (string $line): array => explode(', handed over ', $line),
        $laravel->redis()->call('LRANGE', "app_{$laravel->prefix}handled", 0, -1),
    );
    Check::same($expected, array_column($handled, 0), 'what was handled, in order');
    // A waiter that asks in the moment in which the lock is handed to it gets it without the wake-up.
    Check::between(6, 8, array_sum(array_column($handled, 1)), 'hand-overs');
    $laravel->redis()->call('DEL', "app_{$laravel->prefix}handled");
    Check::same(0, $queue->size(), 'jobs at the end');
    Check::same([], $queue->locks('line'), 'the lock at the end');
});

echo 'done';
?>
--EXPECT--
done
