--TEST--
Laravel: 5,000 requests of one process that forget their locks leave no renewed lock, no memory and no connection
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\RedisServer;

Laravels::each(static function (Laravel $laravel): void {
    $server = RedisServer::start();
    $worker = $laravel->worker(<<<'PHP'
        $app = $laravel->app;
        // What a request keeps until its end.
        $app->scoped('kept', static fn (): ArrayObject => new ArrayObject());
        $controller = static function (int $request) use ($app, $laravel): void {
            $lock = $laravel->cache()->lock('page', null);
            Tests\Check::true($lock->get(), "request $request: the request before has left nothing");
            $app->make('kept')->append($lock);
            $direct = $app->make(RedisMutexLock::class);
            Tests\Check::true($direct->lock('page', 0, $request % 2 === 0 ? null : 600), "request $request: the direct lock");
            if ($request % 4 === 0) {
                // This one is not of the request: it ends with its seconds.
                Tests\Check::true($laravel->cache()->lock("own-$request", 600)->get(), "request $request: the lock with seconds");
            }
            if ($request % 2000 === 500) {
                $renewed = RedisMutexLock::stats()['renewed'];
                Tests\Check::eventually(static fn (): bool => RedisMutexLock::stats()['renewed'] > $renewed, 30, 'a renewal');
            }
            if ($request % 10 === 0) {
                throw new LogicException("request $request");
            }
        };
        $serve = static function (int $request) use ($app, $controller): void {
            try {
                $controller($request);
            } catch (LogicException) {
            }
            // Octane does this after each request.
            $app->forgetScopedInstances();
        };
        $measure = static function (): array {
            preg_match('/^RssAnon:\s+(\d+) kB/m', file_get_contents('/proc/self/status'), $resident);
            return [memory_get_usage(), 1024 * (int) $resident[1]];
        };
        for ($request = 1; $request <= 1000; $request++) {
            $serve($request);
        }
        $before = $measure();
        for (; $request <= 5000; $request++) {
            $serve($request);
        }
        [$php, $process] = $measure();
        Tests\Check::between(-1 << 30, 4096, $php - $before[0], "growth of PHP's memory");
        Tests\Check::between(-1 << 30, 512 * 1024, $process - $before[1], 'growth of the process');
        // The application's and those of the renewing thread. An answer that the machine has delayed may cost one more.
        Tests\Check::between(2, 10, RedisMutexLock::stats()['connections_opened'], 'connections');
        say('served');
        hear();
        PHP, [], ['database.redis.default.port' => $server->plainPort, 'cache.stores.mutex.mutex' => ['lease' => 1]]);
    $worker->expect('served', 200);
    $redis = $server->client();
    Check::same([], $redis->call('KEYS', '*page*'), 'renewed locks while the process goes on');
    $keys = $redis->call('KEYS', '*own-*');
    Check::same(1250, count($keys), 'locks with seconds');
    foreach (array_slice($keys, 0, 100) as $key) {
        Check::between(1, 600_000, $redis->call('PTTL', $key), 'their lifetime in ms');
    }
    $worker->tell('end');
    $worker->finish();
});

echo 'done';
?>
--EXPECT--
done
