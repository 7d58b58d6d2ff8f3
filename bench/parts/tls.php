<?php

declare(strict_types=1);

use Tests\Certificates;
use Tests\Cleanup;
use Tests\RedisServer;

const MUTEX_PLAIN = 'RedisMutexLock without TLS';

/** The cost of a pair over TLS, of a new connection over TLS, and how many connections there are. */
function measure_tls(Contestants $contestants, int $rounds, Verdicts $verdicts): void
{
    require_once __DIR__ . '/../../php-tests/lib/autoload.php';
    Cleanup::whenInterrupted();
    [$first, $second] = two_cpus();
    $pin = ['taskset', '-c', (string) $first];
    foreach (['one core' => $first, 'two cores' => $second] as $placement => $cpu) {
        $server = RedisServer::start(['server_cpulist' => $cpu]);
        $plain = "127.0.0.1:$server->plainPort";
        $tls = "tls://127.0.0.1:$server->tlsPort?cafile=" . Certificates::suite()->ca;
        printf("\nTLS, %s (client on cpu %d, Redis on cpu %d)\n", $placement, $first, $cpu);
        $rates = run_rounds($rounds, array_map(static fn (array $command) => [[...$pin, ...$command]], [
            PHPREDIS => $contestants->phpredis($tls),
            MUTEX => $contestants->mutex($tls),
            MUTEX_PLAIN => $contestants->mutex($plain),
        ]));
        print_rates($rates, ['× phpredis' => PHPREDIS]);
        $time = median_ratio($rates[PHPREDIS], $rates[MUTEX]);
        $verdicts->atMost(1.35, $time, "× the time of phpredis for a pair over TLS: $placement");

        print_new_connections([...$pin, ...$contestants->connections(100, $tls, $plain)]);
        $server->stop();
    }
    judge_connections($verdicts);
}

/** @param list<string> $command of the contestant that opens connections: over TLS and without TLS */
function print_new_connections(array $command): void
{
    $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
    foreach (['over TLS', 'without TLS'] as $how) {
        [$mutex, $phpredis] = array_map(floatval(...), explode(' ', next_line($pipes[1])));
        printf("  A new connection %-11s takes %.2f ms, with phpredis %.2f ms (%.2f ×)\n", $how, $mutex, $phpredis, $mutex / $phpredis);
    }
    if (proc_close($process) !== 0) {
        throw new RuntimeException('A contestant gave no result.');
    }
}

/** How many connections 100 objects open, one after the other, with a lock each and a pause between them. */
function judge_connections(Verdicts $verdicts): void
{
    $server = RedisServer::start();
    $watch = $server->client();
    $received = static function () use ($watch): int {
        preg_match('/^total_connections_received:(\d+)/m', $watch->call('INFO', 'stats'), $count);

        return (int) $count[1];
    };
    $before = $received();
    for ($i = 0; $i < 100; $i++) {
        $lock = new RedisMutexLock($server->tlsUrl());
        $lock->lock('bench', 0, 20) && $lock->unlock('bench') || throw new RuntimeException('The lock was not free.');
        unset($lock);
        usleep(5_000);
    }
    $opened = $received() - $before;
    $server->stop();
    printf("\n100 locks over TLS, 5 ms between them: connections: %d\n", $opened);
    $verdicts->atMost(1, $opened, 'connections for 100 locks over TLS');
}
