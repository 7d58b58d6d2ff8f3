<?php

declare(strict_types=1);

use Tests\Cleanup;
use Tests\ClusterSet;
use Tests\SentinelSet;

/** The cost of a pair through Sentinel and through Cluster, beside a pair at the very same server without them. */
function measure_deployments(Run $run): void
{
    Cleanup::whenInterrupted();
    $servers = ['server_cpulist' => $run->server];
    $sentinels = SentinelSet::start($servers);
    $cluster = ClusterSet::start($servers);
    $node = $cluster->masters()[0];
    $cases = [
        'sentinel' => [$sentinels->url(), '127.0.0.1:' . $sentinels->master()->plainPort, 'bench'],
        'cluster' => [$cluster->url(), "127.0.0.1:$node->plainPort", $cluster->name('bench', $node)],
    ];
    foreach ($cases as $deployment => [$url, $address, $name]) {
        $rates = run_rounds($run->rounds, array_map(static fn (array $command) => [$run->asClient($command)], [
            'direct' => $run->contestants->mutex($address, $name),
            'through' => $run->contestants->mutex($url, $name),
        ]));
        $run->setPairs("deployments.$deployment", $rates);
        $run->results->set("deployments.$deployment.ratio", ratios($rates['through'], $rates['direct']), Figure::RATIO);
        $run->targets->atLeast(0.97, "deployments.$deployment.ratio", "× a pair at that server without $deployment");
    }
}
