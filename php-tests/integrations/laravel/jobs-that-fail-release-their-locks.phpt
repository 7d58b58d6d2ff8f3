--TEST--
Laravel: a job that fails releases its locks, and one that is tried again keeps its unique lock
--FILE--
<?php
use Illuminate\Queue\Middleware\WithoutOverlapping;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\LaravelUniqueJob;
use Tests\Laravels;
use Tests\Worker;

Laravels::each(static function (Laravel $laravel): void {
    $try = static function (Worker $worker, int $tries, string $id): void {
        LaravelQueue::begin($worker, ['--once' => true, '--tries' => $tries]);
        $worker->expect("handles $id", 30);
        $worker->expect('worked', 30);
    };
    LaravelQueue::mixes($laravel, static function (LaravelQueue $queue, Worker $worker, string $mix) use ($try): void {
        LaravelUniqueJob::dispatch($mix, 'throws');
        $try($worker, 2, $mix);
        Check::same(1, count($queue->locks($mix)), "$mix: the lock between the two tries");
        LaravelUniqueJob::dispatch($mix);
        Check::same(1, $queue->size(), "$mix: jobs after another dispatch");
        $try($worker, 2, $mix);
        Check::same([], $queue->locks($mix), "$mix: the lock after the last try");
        Check::same(0, $queue->size(), "$mix: jobs after the last try");
        LaravelUniqueJob::dispatch($mix);
        Check::same(1, $queue->size(), "$mix: jobs after a later dispatch");
        LaravelQueue::work($worker, "handles $mix");

        // Each try acquires this lock anew.
        LaravelJob::dispatch($mix, 'throws', new WithoutOverlapping($mix));
        for ($attempt = 1; $attempt <= 2; $attempt++) {
            $try($worker, 2, $mix);
            Check::same([], $queue->locks($mix), "$mix: the lock of WithoutOverlapping after try $attempt");
        }
        Check::same(0, $queue->size(), "$mix: jobs at the end");
    });
});

echo 'done';
?>
--EXPECT--
done
