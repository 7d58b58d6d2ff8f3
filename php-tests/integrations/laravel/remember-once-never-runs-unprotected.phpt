--TEST--
Laravel: rememberOnce() throws if the lock is not granted in time, is lost or cannot be asked for, and passes on what its callback throws
--FILE--
<?php
use Illuminate\Contracts\Cache\LockTimeoutException;
use Tests\Check;
use Tests\Failure;
use Tests\Laravel;
use Tests\Laravels;
use Tests\Port;

enum Report: string
{
    case Sales = 'sales';
}

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $cache = $laravel->cache();
    $never = static fn () => throw new Failure('the callback ran without the lock');

    // Another process makes the value.
    $cache->lock('remember:stats', 60)->block(30);
    $late = Check::throws(
        LockTimeoutException::class,
        static fn () => $cache->rememberOnce('stats', 60, $never, wait: 0.2),
        'rememberOnce(): the value of "stats" was not there in time, because another call still makes it. Give a longer $wait.',
    );
    Check::same(RedisMutexLockTimeoutException::class, $late->getPrevious()::class, 'the exception behind it');
    Check::throws(LockTimeoutException::class, static fn () => $cache->rememberOnce('stats', 60, $never, wait: 0));
    $cache->lock('remember:stats')->forceRelease();

    // What the callback throws is passed on, also if it is an exception of a lock of its own.
    foreach ([new LogicException('no data'), new RedisMutexLockTimeoutException('its own'), new LockTimeoutException('its own')] as $own) {
        try {
            $cache->rememberOnce('stats', 60, static fn () => throw $own);
            throw new Failure('nothing was thrown');
        } catch (Exception $thrown) {
            Check::same($own, $thrown, 'the exception of the callback');
        }
        Check::same(null, $redis->call('GET', $laravel->key('remember:stats')), 'the lock is free after an exception');
    }
    Check::same(null, $cache->get('stats'), 'nothing is in the cache after an exception');

    // A callback that asks for its own entry is refused at once, and not after the wait.
    $refused = 0;
    $value = $cache->rememberOnce('stats', 60, static function () use ($cache, $never, &$refused): string {
        for ($i = 0; $i < 2; $i++) {
            Check::throws(LockTimeoutException::class, static fn () => $cache->rememberOnce('stats', 60, $never, wait: 1000));
            $refused++;
        }

        return 'outer' . $cache->rememberOnce('inner', 60, static fn (): string => ' and inner');
    });
    Check::same(['outer and inner', 2], [$value, $refused], 'inside a callback');

    // The lock is lost while the callback runs.
    $lost = Check::throws(RedisMutexLockLostException::class, static fn () => $cache->rememberOnce('lost', 60, static function () use ($redis, $laravel): string {
        $redis->call('DEL', $laravel->key('remember:lost'));

        return 'made';
    }));
    Check::same(['made', 'made'], [$lost->result, $cache->get('lost')], 'the result is in the exception and in the cache');

    // The cache answers, while the server of the locks does not.
    $config = $laravel->app->make('config')->get('database.redis');
    $away = $laravel->again([
        'database.redis' => ['locks' => ['host' => '127.0.0.1', 'port' => Port::free()]] + $config,
        'cache.stores.mutex.lock_connection' => 'locks', 'cache.stores.mutex.mutex' => ['retry_for' => 0],
    ])->cache();
    Check::throws(RedisMutexLockUnavailableException::class, static fn () => $away->rememberOnce('other', 60, $never));
    $away->put('other', 'kept', 60);
    Check::same('kept', $away->rememberOnce('other', 60, $never), 'an entry in the cache needs no lock');

    // Lifetimes and keys are those of remember().
    $left = static fn (string $key): int => (int) tap(
        $laravel->app->make('redis')->connection('cache')->client(),
        static fn ($client) => $client->setOption(Redis::OPT_PREFIX, 'app_'),
    )->ttl($cache->getStore()->getPrefix() . $key);
    foreach ([
        'int' => [60, 60], 'interval' => [new DateInterval('PT1M'), 60], 'time' => [now()->addMinute(), 60], 'forever' => [null, -1],
        'closure' => [static fn (mixed $value = null): int => 60, 60],
    ] as $key => [$ttl, $seconds]) {
        Check::same('made', $cache->rememberOnce($key, $ttl, static fn (): string => 'made'), $key);
        $seconds < 0 ? Check::same($seconds, $left($key), "$key: the lifetime") : Check::between(1, $seconds, $left($key), "$key: the lifetime");
    }
    Check::same('enum', $cache->rememberOnce(Report::Sales, 60, static fn (): string => 'enum'), 'a key that is a case of an enum');
    Check::same('enum', $cache->get('sales'), 'its text is the key');
    Check::same(false, $cache->rememberOnce('false', 60, static fn (): bool => false), 'false is a value');
    Check::same(false, $cache->rememberOnce('false', 60, $never), 'and it is kept');

    // What it cannot take.
    $long = str_repeat('x', 4096);
    Check::throws(ValueError::class, static fn () => $cache->rememberOnce($long, 60, $never), '/must not be longer than 4096 bytes, \d+ given\. Use a hash of the key\.$/');
    foreach ([-1, NAN, INF] as $wait) {
        Check::throws(ValueError::class, static fn () => $cache->rememberOnce('wait', 60, $never, $wait), 'rememberOnce(): $wait must be a finite number');
    }
    Check::throws(
        InvalidArgumentException::class,
        static fn () => $laravel->cache('stock')->rememberOnce('stats', 60, $never),
        'rememberOnce() needs a cache store with the driver redis-mutex, and this one is a Illuminate\Cache\RedisStore. Use remember() there.',
    );
    if (method_exists($laravel->app->make('cache'), 'memo')) {
        Check::throws(
            InvalidArgumentException::class,
            static fn () => $laravel->app->make('cache')->memo('mutex')->rememberOnce('stats', 60, $never),
            'rememberOnce() needs a cache store with the driver redis-mutex',
        );
    }
    Check::same('made', $laravel->cache('array')->rememberOnce('stats', 60, static fn (): string => 'made'), 'the store array of tests');
    Check::same('made', $laravel->cache('array')->rememberOnce('stats', 60, $never), 'it keeps the value');
});

echo 'done';
?>
--EXPECT--
done
