<?php

declare(strict_types=1);

use Tests\Cleanup;
use Tests\RedisServer;

/** A pair by each library, while nobody else wants the lock. */
function measure_libraries(Run $run): void
{
    $run->needsUnawaitedReleases();
    Cleanup::whenInterrupted();
    $server = RedisServer::start(['server_cpulist' => $run->server]);
    lead_laravel_to($server);
    $address = "127.0.0.1:$server->plainPort";
    $commands = [
        'phpredis' => $run->contestants->phpredis($address),
        'awaited' => $run->contestants->mutex($address),
        'unawaited' => $run->contestants->mutex($address, await: false),
    ];
    foreach (array_keys(Library::all()) as $library) {
        if (Library::isHere($library)) {
            $commands[$library] = $run->contestants->peer($library, $server->plainPort);
        }
    }
    $rates = run_rounds($run->rounds, array_map(static fn (array $command) => [$run->asClient($command)], $commands));
    $server->stop();

    $run->setPairs('libraries', $rates);
    foreach (['phpredis', ...array_keys(Library::all())] as $peer) {
        isset($rates[$peer]) || $run->results->set("libraries.$peer", null, Figure::TIME);
        foreach (['awaited', 'unawaited'] as $ours) {
            $isAwaited = $ours === 'awaited';
            if ($peer === 'phpredis') {
                // The section of the pairs compares them.
                $run->results->set("libraries.$ours/$peer", ratios($rates[$ours], $rates[$peer]), Figure::RATIO);
                continue;
            }
            $run->results->compare("libraries.$ours", $peer, $rates[$ours], $rates[$peer] ?? null, [
                'en' => 'a pair over TCP' . ($isAwaited ? '' : ', with a release that is not awaited'),
                'zh-CN' => '一对操作，使用 TCP' . ($isAwaited ? '' : '，不等待释放的响应'),
            ]);
        }
    }
}
