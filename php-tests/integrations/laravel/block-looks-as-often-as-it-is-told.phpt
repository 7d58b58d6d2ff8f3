--TEST--
Laravel: betweenBlockedAttemptsSleepFor() says how often block() looks at a lock that nobody hands over
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\RedisServer;

Laravels::each(static function (Laravel $laravel): void {
    $server = RedisServer::start();
    $stock = $laravel->again(['database.redis.default' => ['host' => '127.0.0.1', 'port' => $server->plainPort]]);
    Check::same(true, $stock->cache('stock')->lock('mixed', 120)->get(), 'stock: get');
    $worker = $stock->worker(<<<'PHP'
        say('waits');
        say($laravel->cache()->lock('mixed', 10)->betweenBlockedAttemptsSleepFor(5)->block(60) ? 'got it' : 'refused');
        PHP);
    $worker->expect('waits', 30);
    $redis = $server->client();
    $looks = static fn (): int => array_sum(array_intersect_key($redis->commandstats(), array_flip(['evalsha', 'blpop'])));
    // With the default, 250 ms, there would be fewer in this time.
    Check::eventually(static fn (): bool => $looks() > 600, 30, 'looks');
    Check::same(true, $stock->cache('stock')->restoreLock('mixed', $redis->call('GET', 'app_' . $stock->cache()->getStore()->getPrefix() . 'mixed'))
        ->release(), 'stock: release');
    $worker->expect('got it', 30);
    $worker->finish();
});

echo 'done';
?>
--EXPECT--
done
