--TEST--
Laravel: a queue worker that goes on releases the renewed locks that a job has forgotten
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $forget = <<<'PHP'
        $app = app();
        $lock = $app->make('cache')->lock($this->id, null);
        Tests\Check::true($lock->get(), 'a lock of the cache');
        $app->scopedIf('kept', static fn (): ArrayObject => new ArrayObject());
        $app->make('kept')->append($lock);
        Tests\Check::true($app->make(RedisMutexLock::class)->lock($this->id, 0, null), 'a direct lock');
        say('holds both');
        hear();
        PHP;
    $worker = LaravelQueue::worker($laravel, 'mutex');
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    $ids = array_map(static fn (int $number): string => Check::unique("forgotten-$number-"), range(1, 4));
    foreach ($ids as $number => $id) {
        LaravelJob::dispatch($id, $forget . ($number === 2 ? '; throw new DomainException();' : ''));
    }
    LaravelJob::dispatch('the last one', 'waits');
    LaravelQueue::begin($worker, ['--stop-when-empty' => true, '--tries' => 1]);
    $locks = static fn (string $id): int => count($laravel->redis()->call('KEYS', "*$id"));
    foreach ($ids as $number => $id) {
        $worker->expect("handles $id", 30);
        $worker->expect('holds both', 30);
        Check::same(2, $locks($id), "the locks of $id");
        Check::same(0, $number === 0 ? 0 : $locks($ids[$number - 1]), "what the job before $id has forgotten");
        $worker->tell('go on');
    }
    $worker->expect('handles the last one', 30);
    Check::same([0, 0, 0, 0], array_map($locks, $ids), 'locks while the worker goes on');
    $worker->tell('go on');
    $worker->expect('worked', 30);
    Check::same(0, $queue->size(), 'jobs at the end');
});

echo 'done';
?>
--EXPECT--
done
