--TEST--
Laravel: a ShouldBeUnique job is queued and handled once, whichever drivers dispatch it and work it
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelQueue;
use Tests\Laravels;
use Tests\LaravelUniqueJob;
use Tests\Worker;

Laravels::each(static function (Laravel $laravel): void {
    LaravelQueue::mixes($laravel, static function (LaravelQueue $queue, Worker $worker, string $mix): void {
        for ($round = 1; $round <= 2; $round++) {
            LaravelUniqueJob::dispatch($mix);
            Check::same(1, count($queue->locks($mix)), "$mix: the lock of the queued job");
            LaravelUniqueJob::dispatch($mix);
            Check::same(1, $queue->size(), "$mix: jobs after a second dispatch");
            LaravelUniqueJob::dispatch("$mix-other");
            Check::same(2, $queue->size(), "$mix: jobs with another one");
            LaravelQueue::work($worker, "handles $mix");
            Check::same([], $queue->locks($mix), "$mix: the lock after the job");
            LaravelQueue::work($worker, "handles $mix-other");
            LaravelQueue::work($worker);
        }

        // While it is handled it is unique too.
        LaravelUniqueJob::dispatch($mix, 'waits');
        LaravelQueue::begin($worker);
        $worker->expect("handles $mix", 30);
        LaravelUniqueJob::dispatch($mix);
        Check::same(1, $queue->size(), "$mix: jobs while one is handled");
        $worker->tell('go on');
        $worker->expect('worked', 30);
        Check::same(0, $queue->size(), "$mix: jobs at the end");
        Check::same([], $queue->locks($mix), "$mix: the lock at the end");
    });
});

echo 'done';
?>
--EXPECT--
done
