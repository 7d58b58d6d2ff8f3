<?php

declare(strict_types=1);

use Tests\Cleanup;
use Tests\ClusterSet;
use Tests\SentinelSet;

const MUTEX_DIRECT = 'RedisMutexLock, that server';
const MUTEX_SENTINEL = 'RedisMutexLock, Sentinel';
const MUTEX_CLUSTER = 'RedisMutexLock, Cluster';

/** The cost of a pair through Sentinel and through Cluster, beside a pair at the very same server without them. */
function measure_deployments(Contestants $contestants, int $rounds, Verdicts $verdicts): void
{
    require_once __DIR__ . '/../../php-tests/lib/autoload.php';
    Cleanup::whenInterrupted();
    [$first, $second] = two_cpus();
    $pinned = static fn (array $command) => [['taskset', '-c', (string) $first, ...$command]];
    $servers = ['server_cpulist' => $second];

    $sentinels = SentinelSet::start($servers);
    $master = '127.0.0.1:' . $sentinels->master()->plainPort;
    $cluster = ClusterSet::start($servers);
    $node = $cluster->masters()[0];
    $name = $cluster->name('bench', $node);
    $cases = [
        'Sentinel' => [MUTEX_SENTINEL, $sentinels->url(), $master, 'bench'],
        'Cluster' => [MUTEX_CLUSTER, $cluster->url(), "127.0.0.1:$node->plainPort", $name],
    ];
    foreach ($cases as $deployment => [$contestant, $url, $address, $name]) {
        printf("\n%s (client on cpu %d, the servers on cpu %d)\n", $deployment, $first, $second);
        $rates = run_rounds($rounds, array_map($pinned, [
            MUTEX_DIRECT => $contestants->mutex($address, $name),
            $contestant => $contestants->mutex($url, $name),
        ]));
        print_rates($rates, ['× that server' => MUTEX_DIRECT]);
        $ratio = median_ratio($rates[$contestant], $rates[MUTEX_DIRECT]);
        $verdicts->atLeast(0.97, $ratio, "× a pair at that server without $deployment");
    }
}
