--TEST--
Laravel: 20,000 locks that nobody releases cost a process little memory
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\RedisServer;

Laravels::each(static function (Laravel $laravel): void {
    // So many keys would disturb the tests that list keys.
    $server = RedisServer::start();
    $worker = $laravel->worker(<<<'PHP'
        $measure = static function (): array {
            preg_match('/^VmRSS:\s+(\d+) kB/m', file_get_contents('/proc/self/status'), $resident);
            return [memory_get_usage(), 1024 * (int) $resident[1]];
        };
        $lock = static function (int $first, int $last) use ($laravel): void {
            for ($number = $first; $number <= $last; $number++) {
                Tests\Check::true($laravel->cache()->lock("unreleased-$number", 3600)->get(), "lock $number");
            }
        };
        $lock(1, 1000);
        $before = $measure();
        $lock(1001, 20_000);
        [$php, $process] = $measure();
        Tests\Check::between(-1 << 30, 4096, $php - $before[0], "growth of PHP's memory");
        Tests\Check::between(-1 << 30, 1024 * 1024, $process - $before[1], 'growth of the process');
        Tests\Check::between(1, 10, RedisMutexLock::stats()['connections_opened'], 'connections');
        say('locked');
        PHP, [], ['database.redis.default.port' => $server->plainPort]);
    $worker->expect('locked', 200);
    $worker->finish();
    Check::same(20_000, $server->client()->call('DBSIZE'), 'locks after the end of the process');
});

echo 'done';
?>
--EXPECT--
done
