<?php

declare(strict_types=1);

const LOAD_WORKERS = [1, 4, 16];

/** Many clients, each with a name of its own, and Redis share two processors: the pairs of all together. */
function measure_load(Run $run): void
{
    $run->needsUnawaitedReleases();
    $pin = ['taskset', '-c', "$run->clients,$run->server"];
    $server = new PrivateRedis($pin);
    $address = "127.0.0.1:$server->port";

    foreach (LOAD_WORKERS as $workers) {
        $clients = static fn (callable $command) => array_map(
            static fn (int $i) => [...$pin, ...$command("bench-$i")],
            range(1, $workers),
        );
        $rates = run_rounds($run->rounds, [
            'phpredis' => $clients(static fn (string $name) => $run->contestants->phpredis($address, $name)),
            'awaited' => $clients(static fn (string $name) => $run->contestants->mutex($address, $name)),
            'unawaited' => $clients(static fn (string $name) => $run->contestants->mutex($address, $name, await: false)),
        ]);
        foreach ($rates as $contestant => $perSecond) {
            $run->results->set("load.$workers.$contestant", array_map(round(...), $perSecond), Figure::COUNT);
        }
        $hows = ['awaited' => ['', ''], 'unawaited' => [', with a release that is not awaited', '，不等待释放的响应']];
        foreach ($hows as $ours => [$english, $chinese]) {
            $run->results->compare("load.$workers.$ours", 'phpredis', $rates[$ours], $rates['phpredis'], [
                'en' => "pairs of busy workers on two processors (workers: $workers)$english",
                'zh-CN' => "两个处理器上忙碌进程的成对操作（进程数：{$workers}）$chinese",
            ]);
        }
    }
    $server->stop();
}
