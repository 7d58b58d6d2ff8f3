--TEST--
Laravel: unique jobs of two tenants do not drop each other when the prefix changes at run time
--FILE--
<?php
use Illuminate\Queue\Queue;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelQueue;
use Tests\LaravelUniqueJob;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    // A package for tenants sets the prefix in both processes: here in the request, there before each job. The job carries it.
    $tenant = '';
    Queue::createPayloadUsing(static function () use (&$tenant): array {
        return ['tenant' => $tenant];
    });
    $worker = LaravelQueue::worker($laravel, 'mutex', before: <<<'PHP'
        $laravel->app->make('events')->listen(Illuminate\Queue\Events\JobProcessing::class, static function ($event) use ($laravel): void {
            $laravel->cache()->getStore()->setPrefix($laravel->prefix . $event->job->payload()['tenant']);
        });
        PHP);
    $dispatch = static function (string $name) use ($queue, &$tenant): void {
        $tenant = $name;
        $queue->laravel->cache()->getStore()->setPrefix($queue->laravel->prefix . $tenant);
        LaravelUniqueJob::dispatch('report');
    };
    foreach (['red', 'blue', 'red', 'blue'] as $name) {
        $dispatch($name);
    }
    Check::same(2, $queue->size(), 'one job of each tenant');
    LaravelQueue::work($worker, 'handles report');
    Check::same(1, count($queue->locks('report')), 'the lock of the other tenant');
    $dispatch('blue');
    Check::same(1, $queue->size(), 'the other tenant has its job');
    $dispatch('red');
    Check::same(2, $queue->size(), 'the first tenant may queue another one');
    LaravelQueue::work($worker, 'handles report');
    LaravelQueue::work($worker, 'handles report');
    Check::same([], $queue->locks('report'), 'the locks at the end');
});

echo 'done';
?>
--EXPECT--
done
