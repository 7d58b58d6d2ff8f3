<?php

declare(strict_types=1);

use Tests\Certificates;
use Tests\Cleanup;
use Tests\Fpm;
use Tests\Laravels;
use Tests\RedisServer;

/** Stores of Tests\Laravel: that of Laravel's driver redis, and that of redis-mutex. */
const LARAVEL_STORES = ['stock', 'mutex'];

/** Cache::lock() of Laravel with its own driver and with ours: in one process, in requests of FPM, and among waiters. */
function measure_laravel(Run $run): void
{
    Cleanup::whenInterrupted();
    $isHere = Library::findLaravel();
    foreach (['one' => $run->clients, 'two' => $run->server] as $cores => $cpu) {
        $server = $isHere ? RedisServer::start(['server_cpulist' => $cpu]) : null;
        $server === null || lead_laravel_to($server);
        measure_laravel_pairs($run, $isHere, $cores);
        $cores === 'one' && $server?->stop();
    }
    measure_laravel_requests($run, $server);
    measure_laravel_waiting($run, $server);
    $server?->stop();
}

/**
 * A pair, with the connections of Laravel kept from pair to pair, and forgotten before each pair, as between two requests of FPM.
 * On two cores both drivers wait for the kernel most of the time, which wakes Redis and the client. So the targets are for one
 * core, as on a machine whose cores all have work.
 */
function measure_laravel_pairs(Run $run, bool $isHere, string $cores): void
{
    $where = $cores === 'one'
        ? ['en' => ', client and Redis on one core', 'zh-CN' => '，客户端和 Redis 在同一个核心上']
        : ['en' => ', each on a core of its own', 'zh-CN' => '，各占一个核心'];
    foreach (['kept' => 1.0, 'forgotten' => 2.5] as $connections => $target) {
        $commands = [];
        foreach ($isHere ? LARAVEL_STORES : [] as $store) {
            $commands[$store] = [$run->asClient($run->contestants->laravel($store, $connections))];
        }
        $rates = $isHere ? run_rounds($run->rounds, $commands) : [];
        $name = "laravel.$cores.$connections";
        foreach (LARAVEL_STORES as $store) {
            $run->results->set("$name.$store", durations($rates[$store] ?? []), Figure::TIME);
        }
        $run->results->compare("$name.mutex", 'laravel', $rates['mutex'] ?? null, $rates['stock'] ?? null, [
            'en' => 'get() and release() of Laravel with the driver redis-mutex' . ($connections === 'kept' ? '' : ', new connections') . $where['en'],
            'zh-CN' => 'Laravel 的 get() 和 release()，使用 redis-mutex 驱动' . ($connections === 'kept' ? '' : '，重新连接') . $where['zh-CN'],
        ]);
        $cores === 'one' && $run->targets->atLeast($target, "$name.mutex/laravel", "× the driver redis for get() and release(), connections $connections");
    }
}

/**
 * What one request waits for its lock. The driver redis connects in each request, and with TLS it shakes hands there. The other
 * one finds the connection of its process.
 */
function measure_laravel_requests(Run $run, ?RedisServer $server): void
{
    foreach (['plain' => 1.0, 'tls' => 2.5] as $how => $target) {
        $took = [];
        if ($server !== null) {
            $tls = ['scheme' => 'tls', 'port' => $server->tlsPort, 'context' => ['stream' => ['cafile' => Certificates::suite()->ca]]];
            putenv('BENCH_CONNECTION=' . json_encode($how === 'tls' ? $tls : []));
            $took = laravel_requests($run);
        }
        foreach (LARAVEL_STORES as $store) {
            $run->results->set("laravel.request.$how.$store", $took[$store] ?? null, Figure::TIME);
        }
        $perSecond = array_map(durations(...), $took);
        $run->results->compare("laravel.request.$how.mutex", 'laravel', $perSecond['mutex'] ?? null, $perSecond['stock'] ?? null, [
            'en' => 'the first lock of a request of FPM in Laravel' . ($how === 'tls' ? ', over TLS' : ''),
            'zh-CN' => 'Laravel 中 FPM 一个请求里的第一把锁' . ($how === 'tls' ? '，使用 TLS' : ''),
        ]);
        $run->targets->atLeast($target, "laravel.request.$how.mutex/laravel", "× sooner than the driver redis in a request of FPM, $how");
    }
}

/** @return array<string, non-empty-list<float>> store => seconds, the median of each round */
function laravel_requests(Run $run): array
{
    // As users have it: the files are compiled once.
    $ini = ['error_reporting' => E_ALL & ~E_DEPRECATED, 'zend_extension' => 'opcache', 'opcache.validate_timestamps' => false];
    $fpm = Fpm::start(ini: $ini, modules: Laravels::MODULES);
    $script = $fpm->script(sprintf('require %s;', var_export(realpath(__DIR__ . '/../../contestants/laravel-request.php'), true)));
    $requests = static fn (string $store) => static function () use ($run, $fpm, $script, $store): float {
        for ($i = 0, $took = []; $i < $run->count(20, 2); $i++) {
            $body = $fpm->request($script, ['QUERY_STRING' => "store=$store"])['body'];
            $took[] = is_numeric($body) ? $body / 1e9 : throw new RuntimeException("A request failed: $body");
        }

        return median($took);
    };
    $contestants = array_combine(LARAVEL_STORES, array_map($requests, LARAVEL_STORES));
    array_map(static fn (Closure $one) => $one(), $contestants); // PHP compiles the files
    $took = in_turns($run->rounds, $contestants);
    $fpm->stop();

    return $took;
}

/** How soon the next waiter has the lock. */
function measure_laravel_waiting(Run $run, ?RedisServer $server): void
{
    $took = [];
    if ($server !== null) {
        $contention = new Contention($run->asClient($run->contestants->waiter($server->plainPort)), 9);
        try {
            $watch = new Redis();
            $watch->connect('127.0.0.1', $server->plainPort);
            $arrivals = new Arrivals($contention, $watch);
            array_map(static fn (string $store) => $contention->greet("laravel-$store"), LARAVEL_STORES);
            $took = in_turns($run->rounds, array_combine(LARAVEL_STORES, array_map(
                static fn (string $store) => static fn () => $arrivals->run("laravel-$store", 8)->handOvers(),
                LARAVEL_STORES,
            )));
        } finally {
            $contention->stop();
        }
    }
    $medians = array_map(static fn (array $rounds) => array_map(median(...), $rounds), $took);
    foreach (LARAVEL_STORES as $store) {
        $run->results->set("laravel.block.$store", $medians[$store] ?? null, Figure::TIME);
    }
    $perSecond = array_map(durations(...), $medians);
    $run->results->compare('laravel.block.mutex', 'laravel', $perSecond['mutex'] ?? null, $perSecond['stock'] ?? null, [
        'en' => 'a hand-over among eight waiters in block() of Laravel',
        'zh-CN' => 'Laravel 的 block() 中八个等待者之间的一次交接',
    ]);
    $run->targets->atLeast(30, 'laravel.block.mutex/laravel', '× sooner than the driver redis for a hand-over to block()');
}
