<?php

declare(strict_types=1);

/** A pair while a network lies between the client and Redis. */
function measure_network(Run $run): void
{
    $run->needsUnawaitedReleases();
    require_once __DIR__ . '/../pairs/pairs.php';
    $server = $run->redis();
    foreach (['0' => 0, '500' => 1.9, '2000' => 1.95] as $micros => $target) {
        // The network shares the processor of the server, which sleeps meanwhile.
        $network = $micros > 0 ? $run->network($server->port, $micros / 1e6) : null;
        $address = '127.0.0.1:' . ($network?->port ?? $server->port);
        $rates = run_rounds($run->rounds, array_map(static fn (array $command) => [$run->asClient($command)], [
            'phpredis' => $run->contestants->phpredis($address),
            'awaited' => $run->contestants->mutex($address),
            'unawaited' => $run->contestants->mutex($address, await: false),
        ]));
        $network?->stop();
        $part = "network.$micros";
        $run->setPairs($part, $rates);
        if ($micros > 0) {
            $far = ['500' => 0.5, '2000' => 2][$micros];
            compare_pairs($run, $part, $rates, ['en' => "behind $far ms of network", 'zh-CN' => "网络往返增加 $far 毫秒"]);
            $run->targets->atLeast($target, "$part.unawaited/phpredis", "× phpredis for a pair behind $far ms, not awaited");
        } else {
            $run->results->set("$part.awaited/phpredis", ratios($rates['awaited'], $rates['phpredis']), Figure::RATIO);
            $run->results->set("$part.unawaited/phpredis", ratios($rates['unawaited'], $rates['phpredis']), Figure::RATIO);
        }
    }
    plot_network($run);
    $server->stop();
}

/** The picture: one group of bars for each distance. */
function plot_network(Run $run): void
{
    $bars = new Bars(['phpredis' => 'grey', 'awaited' => 'blue', 'unawaited' => 'green']);
    foreach (['0', '500', '2000'] as $micros) {
        foreach (['phpredis', 'awaited', 'unawaited'] as $contestant) {
            $bars->add($micros, $contestant, $run->results->figure("network.$micros.$contestant")->median);
        }
    }
    foreach (array_keys(SpeedPage::PAGES) as $language) {
        $isChinese = $language === 'zh-CN';
        $run->results->plots['docs/' . ($isChinese ? 'zh-CN/' : '') . 'pairs.svg'] = $bars->svg(
            $isChinese ? '一对 lock 和 unlock 的耗时' : 'The time of one lock() and its unlock()',
            $isChinese
                ? ['0' => '同一台机器', '500' => '网络往返 0.5 毫秒', '2000' => '网络往返 2 毫秒']
                : ['0' => 'the same machine', '500' => '0.5 ms of network', '2000' => '2 ms of network'],
            $isChinese
                ? ['phpredis' => '手写的 phpredis', 'awaited' => 'RedisMutexLock', 'unawaited' => "RedisMutexLock，'await_release' => false"]
                : ['phpredis' => 'phpredis by hand', 'awaited' => 'RedisMutexLock', 'unawaited' => "RedisMutexLock, 'await_release' => false"],
        );
    }
}
