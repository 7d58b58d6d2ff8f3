--TEST--
Laravel: shared() of WithoutOverlapping makes two classes of jobs wait for each other
--FILE--
<?php
use Illuminate\Queue\Middleware\WithoutOverlapping;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\LaravelUniqueJob;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $holder = LaravelQueue::worker($laravel, 'mutex');
    $others = ['mutex' => LaravelQueue::worker($laravel, 'mutex'), 'stock' => LaravelQueue::worker($laravel, 'stock')];
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    Check::same($laravel->version() >= 9, method_exists(WithoutOverlapping::class, 'shared'), 'the versions that have it');
    foreach ($others as $store => $other) {
        foreach ($laravel->version() >= 9 ? [false, true] : [false] as $shared) {
            $middleware = static fn (): WithoutOverlapping => $shared
                ? (new WithoutOverlapping($store))->dontRelease()->shared()
                : (new WithoutOverlapping($store))->dontRelease();
            LaravelJob::dispatch('first', 'waits', $middleware());
            LaravelQueue::begin($holder);
            $holder->expect('handles first', 30);
            LaravelUniqueJob::dispatch('another class', '', $middleware());
            LaravelQueue::work($other, ...($shared ? [] : ['handles another class']));
            $holder->tell('go on');
            $holder->expect('worked', 30);
            Check::same(0, $queue->size(), "$store: jobs at the end");
        }
    }
});

echo 'done';
?>
--EXPECT--
done
