<?php

declare(strict_types=1);

use Tests\Cleanup;
use Tests\ClusterSet;
use Tests\RedisServer;
use Tests\SentinelSet;

/** The cost of a pair through Sentinel and through Cluster, beside a pair at the very same server without them. */
function measure_deployments(Run $run): void
{
    Cleanup::whenInterrupted();
    $servers = ['server_cpulist' => $run->server];
    // One after the other, because the servers of both would disturb each other.
    $sentinels = SentinelSet::start($servers);
    $all = [...$sentinels->sentinels(), ...$sentinels->servers()];
    compare_deployment($run, 'sentinel', $all, $sentinels->url(), $sentinels->master(), 'bench');

    $cluster = ClusterSet::start($servers);
    $node = $cluster->masters()[0];
    compare_deployment($run, 'cluster', $cluster->nodes(), $cluster->url(), $node, $cluster->name('bench', $node));
}

/** @param list<RedisServer> $servers all of the deployment, which end with the measurement */
function compare_deployment(Run $run, string $deployment, array $servers, string $url, RedisServer $server, string $name): void
{
    try {
        $rates = run_rounds($run->rounds, array_map(static fn (array $command) => [$run->asClient($command)], [
            'direct' => $run->contestants->mutex("127.0.0.1:$server->plainPort", $name),
            'through' => $run->contestants->mutex($url, $name),
        ]));
    } finally {
        array_map(static fn (RedisServer $one) => $one->kill(), $servers);
    }
    $run->setPairs("deployments.$deployment", $rates);
    $run->results->set("deployments.$deployment.ratio", ratios($rates['through'], $rates['direct']), Figure::RATIO);
    $run->targets->atLeast(0.97, "deployments.$deployment.ratio", "× a pair at that server without $deployment");
}
