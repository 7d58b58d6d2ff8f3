--TEST--
Laravel: the job middlewares of Laravel and of the package exclude each other, whichever drivers the workers have
--FILE--
<?php
use Illuminate\Queue\Middleware\WithoutOverlapping as LaravelWithoutOverlapping;
use RedisMutexLock\Laravel\WithoutOverlapping;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    $workers = [];
    foreach (['mutex', 'stock'] as $store) {
        $workers[$store] = [LaravelQueue::worker($laravel, $store), LaravelQueue::worker($laravel, $store)];
    }
    $classes = ['old' => LaravelWithoutOverlapping::class, 'new' => WithoutOverlapping::class];
    // A machine before the deploy has Laravel's middleware with one of the drivers, and one behind it has the new one.
    foreach ([['old', 'stock', 'new', 'mutex'], ['old', 'mutex', 'new', 'mutex'], ['new', 'stock', 'new', 'mutex']] as $pair) {
        foreach ([$pair, [$pair[2], $pair[3], $pair[0], $pair[1]]] as [$first, $firstStore, $second, $secondStore]) {
            $mix = "$first-$firstStore-$second-$secondStore";
            [$holder, $other] = [$workers[$firstStore][0], $workers[$secondStore][1]];
            LaravelJob::dispatch("$mix-1", 'waits', new $classes[$first]($mix));
            LaravelQueue::begin($holder);
            $holder->expect("handles $mix-1", 30);
            Check::same(1, count($queue->locks($mix)), "$mix: the lock");

            LaravelJob::dispatch("$mix-2", '', (new $classes[$second]($mix))->dontRelease());
            LaravelQueue::work($other);
            LaravelJob::dispatch("$mix-3", '', new $classes[$second]($mix));
            LaravelQueue::work($other);
            Check::same(2, $queue->size(), "$mix: the first job, and the one that went back into the queue");
            if ($second === 'new') {
                $queue->clear();
                LaravelJob::dispatch("$mix-3", '', (new WithoutOverlapping($mix))->block(120));
                LaravelQueue::begin($other);
                $queue->awaitTaken();
            }
            $holder->tell('go on');
            $holder->expect('worked', 30);
            $second === 'new' || LaravelQueue::begin($other);
            $other->expect("handles $mix-3", 60);
            $other->expect('worked', 30);
            Check::same([0, []], [$queue->size(), $queue->locks($mix)], "$mix: jobs and lock at the end");
        }
    }
});

echo 'done';
?>
--EXPECT--
done
