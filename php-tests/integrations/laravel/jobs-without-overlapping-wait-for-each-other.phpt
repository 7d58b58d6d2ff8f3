--TEST--
Laravel: WithoutOverlapping lets one job of a key run at a time, whichever drivers the workers have
--FILE--
<?php
use Illuminate\Queue\Middleware\WithoutOverlapping;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $workers = static fn (): array => [
        'mutex' => LaravelQueue::worker($laravel, 'mutex'),
        'stock' => LaravelQueue::worker($laravel, 'stock'),
    ];
    $others = $workers();
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    foreach ($workers() as $one => $holder) {
        foreach ($others as $two => $other) {
            $mix = "$one-$two";
            LaravelJob::dispatch("$mix-first", 'waits', new WithoutOverlapping($mix));
            LaravelQueue::begin($holder);
            $holder->expect("handles $mix-first", 30);
            Check::same(1, count($queue->locks($mix)), "$mix: the lock");

            LaravelJob::dispatch("$mix-dropped", '', (new WithoutOverlapping($mix))->dontRelease());
            LaravelQueue::work($other);
            Check::same(1, $queue->size(), "$mix: dontRelease() drops the job");
            LaravelJob::dispatch("$mix-late", '', (new WithoutOverlapping($mix))->releaseAfter(3600));
            LaravelQueue::work($other);
            LaravelJob::dispatch("$mix-second", '', new WithoutOverlapping($mix));
            LaravelQueue::work($other);
            Check::same(3, $queue->size(), "$mix: two jobs are queued again");
            LaravelJob::dispatch("$mix-free", '', new WithoutOverlapping("$mix-free"));
            Check::same(4, $queue->size(), "$mix: a job of another key");
            // Delayed jobs stand behind it.
            LaravelQueue::work($other, "handles $mix-free");

            $holder->tell('go on');
            $holder->expect('worked', 30);
            Check::same([], $queue->locks($mix), "$mix: the lock after the first job");
            LaravelQueue::work($other, "handles $mix-second");
            Check::same([], $queue->locks($mix), "$mix: the lock after the second job");
            LaravelQueue::work($other);
            Check::same(1, $queue->size(), "$mix: one job waits for its hour");
            $queue->clear();
        }
    }
});

echo 'done';
?>
--EXPECT--
done
