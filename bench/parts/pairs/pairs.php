<?php

declare(strict_types=1);

/** The cost of a pair while nobody else wants the lock: over TCP and a Unix socket, awaited and not awaited. */
function measure_pairs(Run $run): void
{
    $run->needsUnawaitedReleases();
    $server = $run->redis();
    $requests = recorded_requests($server->port);
    $transports = [
        'tcp' => ["127.0.0.1:$server->port", ['en' => 'over TCP', 'zh-CN' => '使用 TCP']],
        'unix' => [$server->socket, ['en' => 'over a Unix socket', 'zh-CN' => '使用 Unix 套接字']],
    ];
    foreach ($transports as $transport => [$address, $over]) {
        $rates = run_rounds($run->rounds, array_map(static fn (array $command) => [$run->asClient($command)], [
            'bare' => $run->contestants->bareLoop($address, $requests),
            'phpredis' => $run->contestants->phpredis($address),
            'awaited' => $run->contestants->mutex($address),
            'unawaited' => $run->contestants->mutex($address, await: false),
        ]));
        $part = "pairs.$transport";
        $run->setPairs($part, $rates);
        compare_pairs($run, $part, $rates, $over);
        $run->results->set("$part.awaited-of-bare", ratios($rates['awaited'], $rates['bare']), Figure::RATIO);
        $run->targets->atLeast(1.0, "$part.awaited/phpredis", "× phpredis for a pair {$over['en']}, awaited");
        $run->targets->atLeast(1.8, "$part.unawaited/phpredis", "× phpredis for a pair {$over['en']}, not awaited");
    }
    measure_work($run, $server, $requests);
    $server->stop();
}

/**
 * @param array<string, list<float>> $rates of phpredis, and of RedisMutexLock awaited and not awaited
 * @param array<string, string> $where language => how or where the pairs were made
 */
function compare_pairs(Run $run, string $part, array $rates, array $where): void
{
    $run->results->compare("$part.awaited", 'phpredis', $rates['awaited'], $rates['phpredis'], [
        'en' => "a pair {$where['en']}",
        'zh-CN' => "一对操作，{$where['zh-CN']}",
    ]);
    $run->results->compare("$part.unawaited", 'phpredis', $rates['unawaited'], $rates['phpredis'], [
        'en' => "a pair {$where['en']}, with a release that is not awaited",
        'zh-CN' => "一对操作，{$where['zh-CN']}，不等待释放的响应",
    ]);
}
