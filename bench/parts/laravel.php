<?php

declare(strict_types=1);

use Tests\Certificates;
use Tests\Cleanup;
use Tests\Fpm;
use Tests\Laravels;
use Tests\RedisServer;

/** store of Tests\Laravel => its label */
const LARAVEL_STORES = ['stock' => 'Laravel, driver redis', 'mutex' => 'Laravel, driver redis-mutex'];
const REQUESTS = 20;

/** Cache::lock() of Laravel 10 with its own driver and with ours: in one process, in requests of FPM, and among waiters. */
function measure_laravel(Contestants $contestants, float $seconds, int $rounds, Verdicts $verdicts): void
{
    require_once __DIR__ . '/../../php-tests/lib/autoload.php';
    Cleanup::whenInterrupted();
    $autoload = getenv(Laravels::AUTOLOAD) ?: Laravels::unpack('10');
    if ($autoload === null) {
        echo "\nLaravel: not measured, it could not be had\n";

        return;
    }
    putenv(Laravels::AUTOLOAD . "=$autoload");
    [$first, $second] = two_cpus();
    foreach (['one core' => $first, 'two cores' => $second] as $placement => $cpu) {
        $server = RedisServer::start(['server_cpulist' => $cpu]);
        lead_laravel_to($server);
        measure_laravel_pairs($contestants, "$placement (client on cpu $first, Redis on cpu $cpu)", $first === $cpu, $rounds, $verdicts);
        if ($first === $cpu) {
            $server->stop();
        }
    }
    measure_laravel_requests($server, $rounds, $verdicts);
    measure_laravel_waiting($contestants, $server, $seconds, $rounds, $verdicts);
    $server->stop();
}

/** The environment names the server to the processes of Tests\Laravel. */
function lead_laravel_to(RedisServer $server): void
{
    foreach ($server->environment() as $name => $value) {
        putenv("$name=$value");
    }
}

/**
 * A pair, with the connections of Laravel kept from pair to pair, and forgotten before each pair, as between two requests of FPM.
 * On two cores both drivers wait for the kernel most of the time, which wakes Redis and the client. So the targets are for one
 * core, as on a machine whose cores all have work.
 */
function measure_laravel_pairs(Contestants $contestants, string $placement, bool $judged, int $rounds, Verdicts $verdicts): void
{
    $cpu = (string) two_cpus()[0];
    foreach (['kept' => 1.0, 'forgotten' => 2.5] as $connections => $target) {
        $what = "in one process, Laravel's connections $connections";
        printf("\nCache::lock(): get() and release() $what, $placement\n");
        $commands = [];
        foreach (LARAVEL_STORES as $store => $label) {
            $commands[$label] = [['taskset', '-c', $cpu, ...$contestants->laravel($store, $connections)]];
        }
        $rates = run_rounds($rounds, $commands);
        print_rates($rates, ['× driver redis' => LARAVEL_STORES['stock']]);
        $ratio = median_ratio($rates[LARAVEL_STORES['mutex']], $rates[LARAVEL_STORES['stock']]);
        $judged && $verdicts->atLeast($target, $ratio, "× the driver redis for get() and release() $what");
    }
}

/**
 * What one request waits for its lock. The driver redis connects in each request, and with TLS it shakes hands there. The other
 * one finds the connection of its process.
 */
function measure_laravel_requests(RedisServer $server, int $rounds, Verdicts $verdicts): void
{
    printf("\nCache::lock(): get() and release() in a request of FPM, with a new request each time: %d requests\n", $rounds * REQUESTS);
    $tls = ['scheme' => 'tls', 'port' => $server->tlsPort, 'context' => ['stream' => ['cafile' => Certificates::suite()->ca]]];
    foreach (['a plain port' => [], 'TLS' => $tls] as $how => $connection) {
        putenv('BENCH_CONNECTION=' . json_encode($connection));
        $took = laravel_requests($rounds);
        foreach (LARAVEL_STORES as $store => $label) {
            printf("  %-30s %-14s %7.0f µs\n", $label, $how, median($took[$store]));
        }
        $ratio = median_ratio($took['stock'], $took['mutex']);
        $verdicts->atLeast($connection === [] ? 1.0 : 2.5, $ratio, "× sooner than the driver redis in a request of FPM, with $how");
    }
}

/** @return array<string, non-empty-list<float>> store => microseconds, the median of each round */
function laravel_requests(int $rounds): array
{
    // As users have it: the files are compiled once.
    $ini = ['error_reporting' => E_ALL & ~E_DEPRECATED, 'zend_extension' => 'opcache', 'opcache.validate_timestamps' => false];
    $fpm = Fpm::start(ini: $ini, modules: Laravels::MODULES);
    $script = $fpm->script(sprintf('require %s;', var_export(__DIR__ . '/../contestants/laravel-request.php', true)));
    $took = array_fill_keys(array_keys(LARAVEL_STORES), []);
    for ($round = 0; $round <= $rounds; $round++) {
        foreach (array_keys($took) as $store) {
            for ($i = 0, $micros = []; $i < REQUESTS; $i++) {
                $body = $fpm->request($script, ['QUERY_STRING' => "store=$store"])['body'];
                $micros[] = is_numeric($body) ? $body / 1e3 : throw new RuntimeException("A request failed: $body");
            }
            // In the first round PHP compiles the files.
            $round > 0 && $took[$store][] = median($micros);
        }
    }
    $fpm->stop();

    return $took;
}

/** How soon the next waiter has the lock. */
function measure_laravel_waiting(Contestants $contestants, RedisServer $server, float $seconds, int $rounds, Verdicts $verdicts): void
{
    $waiters = 8;
    $contention = new Contention($contestants->waiter($server->plainPort), $waiters + 1);
    try {
        $watch = new Redis();
        $watch->connect('127.0.0.1', $server->plainPort);
        $arrivals = new Arrivals($contention, $watch);
        $took = [];
        foreach (LARAVEL_STORES as $store => $label) {
            $contention->greet("laravel-$store");
        }
        for ($round = 0; $round < $rounds; $round++) {
            foreach (array_keys(LARAVEL_STORES) as $store) {
                $end = microtime(true) + 0.3 * $seconds;
                do {
                    $handOvers = $arrivals->run("laravel-$store", $waiters)->handOvers();
                    $took[$store] = [...$took[$store] ?? [], ...$handOvers];
                } while (microtime(true) < $end);
            }
        }
    } finally {
        $contention->stop();
    }
    printf("\nblock() of %d waiters, sections of 1 ms: from one's release() to the return of the next one's block()\n", $waiters);
    foreach (LARAVEL_STORES as $store => $label) {
        printf("  %-30s p50 %7.2f ms, p99 %7.2f ms, of %d\n", $label, median($took[$store]), percentile(99, $took[$store]), count($took[$store]));
    }
    $verdicts->atLeast(30, median($took['stock']) / median($took['mutex']), '× sooner than the driver redis, p50 of a hand-over to block()');
}
