--TEST--
Laravel: a ShouldBeUniqueUntilProcessing job may be queued again when its handling begins
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelQueue;
use Tests\LaravelUniqueUntilJob;
use Tests\Laravels;
use Tests\Worker;

Laravels::each(static function (Laravel $laravel): void {
    LaravelQueue::mixes($laravel, static function (LaravelQueue $queue, Worker $worker, string $mix): void {
        LaravelUniqueUntilJob::dispatch($mix, 'waits');
        LaravelUniqueUntilJob::dispatch($mix);
        Check::same(1, $queue->size(), "$mix: jobs after a second dispatch");
        Check::same(1, count($queue->locks($mix)), "$mix: the lock of the queued job");

        LaravelQueue::begin($worker);
        $worker->expect("handles $mix", 30);
        Check::same([], $queue->locks($mix), "$mix: the lock while the job is handled");
        LaravelUniqueUntilJob::dispatch($mix);
        LaravelUniqueUntilJob::dispatch($mix);
        Check::same(2, $queue->size(), "$mix: the job that is handled, and the next one");
        $worker->tell('go on');
        $worker->expect('worked', 30);
        Check::same(1, count($queue->locks($mix)), "$mix: the end of the first job leaves the lock of the next one");

        LaravelQueue::work($worker, "handles $mix");
        Check::same([], $queue->locks($mix), "$mix: the lock at the end");
        Check::same(0, $queue->size(), "$mix: jobs at the end");
    });
});

echo 'done';
?>
--EXPECT--
done
