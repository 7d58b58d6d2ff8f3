--TEST--
Laravel: with a serializer, unique jobs work in all mixes of drivers, but for one since Laravel 13
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelQueue;
use Tests\LaravelUniqueJob;
use Tests\Laravels;
use Tests\RedisServer;
use Tests\Worker;

Laravels::each(static function (Laravel $laravel): void {
    // A queue of Laravel works on a connection without serializer only.
    $config = [
        'database.redis.locks' => [
            'host' => '127.0.0.1',
            'port' => RedisServer::shared()->plainPort,
            'options' => ['serializer' => \Redis::SERIALIZER_PHP],
        ],
        'cache.stores.mutex.lock_connection' => 'locks',
        'cache.stores.stock.lock_connection' => 'locks',
    ];
    LaravelQueue::mixes($laravel, static function (LaravelQueue $queue, Worker $worker, string $mix) use ($laravel): void {
        LaravelUniqueJob::dispatch($mix);
        LaravelUniqueJob::dispatch($mix);
        Check::same(1, $queue->size(), "$mix: jobs after a second dispatch");
        LaravelQueue::work($worker, "handles $mix");
        // Since 13 the job carries the owner. A worker with the stock driver compares the serialized owner, and the lock stays.
        $stays = $laravel->version() >= 13 && $mix === 'mutex-stock';
        Check::same($stays ? 1 : 0, count($queue->locks($mix)), "$mix: the lock after the job");
        LaravelUniqueJob::dispatch($mix);
        Check::same($stays ? 0 : 1, $queue->size(), "$mix: jobs after a later dispatch");
        $queue->clear();
    }, $config);
});

echo 'done';
?>
--EXPECT--
done
