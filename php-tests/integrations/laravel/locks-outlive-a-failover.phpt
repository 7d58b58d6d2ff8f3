--TEST--
Laravel: with "sentinel" in "mutex", or with the settings of a package, held and awaited locks outlive the death of the master
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\LaravelSentinel;
use Tests\SentinelSet;

Laravels::each(static function (Laravel $laravel): void {
    $set = SentinelSet::start(tls: false);
    $ports = array_map(static fn ($sentinel): int => $sentinel->plainPort, $set->sentinels());
    $nodes = array_map(static fn (int $port): string => "127.0.0.1:$port", $ports);
    $list = array_map(static fn (int $port): array => ['host' => '127.0.0.1', 'port' => $port], $ports);
    $mutex = ['retry_for' => 60, 'command_timeout' => 5, 'lease' => 60];
    // The host of the first connection is a server that nobody can reach.
    $ways = [
        'mutex' => [
            'database.redis' => ['client' => 'phpredis', 'options' => ['prefix' => 'app_'], 'shops' => ['host' => '127.0.0.1', 'port' => 1, 'database' => '0']],
            'cache.stores.mutex.mutex' => $mutex + ['sentinel' => ['service' => SentinelSet::SERVICE, 'nodes' => $nodes]],
        ],
        'package' => [
            'database.redis' => ['client' => LaravelSentinel::CLIENT, 'options' => ['prefix' => 'app_'], 'shops' => [
                'sentinel_hosts' => $list, 'sentinel_service' => SentinelSet::SERVICE, 'database' => 0,
            ]],
            'cache.stores.mutex.mutex' => $mutex,
        ],
    ];
    $locks = $waiting = [];
    foreach ($ways as $way => $config) {
        $again = $laravel->again(['cache.stores.mutex.lock_connection' => 'shops'] + $config);
        LaravelSentinel::register($again);
        $locks[$way] = [$again->cache()->lock($way, 600), $again->cache()->lock("$way:renewed", null), $again];
        Check::same([true, true], [$locks[$way][0]->get(), $locks[$way][1]->get()], "$way: get");
        $waiting[$way] = $again->worker(<<<'PHP'
            Tests\LaravelSentinel::register($laravel);
            $lock = $laravel->cache()->lock($argv[1], 600);
            say('waits');
            say($lock->block(200) ? $lock->owner() : 'refused');
            hear();
            say($lock->release() ? 'released' : 'lost');
            PHP, [$way], ['cache.stores.mutex.lock_connection' => 'shops'] + $config);
        $waiting[$way]->expect('waits', 60);
        $key = $again->key($way);
        $count = static fn (): int => $set->master()->client()->call('ZCOUNT', "$key:queue:{{$key}}", 1, '+inf');
        Check::eventually(static fn (): bool => $count() === 1, 60, "$way: another process waits");
    }
    Check::same(6, count($set->keys("*{$laravel->prefix}*")), 'four locks and two queues, at the master');

    $old = $set->kill();
    $set->promoted($old);
    foreach ($locks as $way => [$lock, $renewed, $again]) {
        Check::eventually(static function () use ($renewed): bool {
            try {
                return $renewed->refresh();
            } catch (RedisMutexLockUnavailableException) {
                return false;
            }
        }, 60, "$way: the renewed lock is held at the new master");
        Check::same(true, $lock->release(), "$way: release at the new master");
        $owner = $waiting[$way]->line(120);
        Check::same($owner, $set->master()->client()->call('GET', $again->key($way)), "$way: the process that waited has the lock");
        $waiting[$way]->tell('release');
        $waiting[$way]->expect('released', 60);
        $waiting[$way]->finish(60);
        Check::same(true, $renewed->release(), "$way: release of the renewed lock");
        Check::same(true, $again->cache()->lock($way, null)->block(60, static fn (): bool => true), "$way: a new lock");
    }
    $set->heal();

    // A planned failover: the old master goes on, as a replica.
    $set->failOver();
    foreach ($locks as $way => [, , $again]) {
        Check::same('result', $again->cache()->lock($way, 600)->block(60, static fn (): string => 'result'), "$way: a lock after a planned failover");
    }
});

echo 'done';
?>
--EXPECT--
done
