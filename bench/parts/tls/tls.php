<?php

declare(strict_types=1);

use Tests\Certificates;
use Tests\Cleanup;
use Tests\RedisServer;

/** The cost of a pair over TLS, of a new connection over TLS, and how many connections there are. */
function measure_tls(Run $run): void
{
    $run->needsUnawaitedReleases();
    require_once __DIR__ . '/../pairs/pairs.php';
    Cleanup::whenInterrupted();
    $server = RedisServer::start(['server_cpulist' => $run->server]);
    $plain = "127.0.0.1:$server->plainPort";
    $tls = "tls://127.0.0.1:$server->tlsPort?cafile=" . Certificates::suite()->ca;
    $rates = run_rounds($run->rounds, array_map(static fn (array $command) => [$run->asClient($command)], [
        'phpredis' => $run->contestants->phpredis($tls),
        'awaited' => $run->contestants->mutex($tls),
        'unawaited' => $run->contestants->mutex($tls, await: false),
    ]));
    $run->setPairs('tls', $rates);
    compare_pairs($run, 'tls', $rates, ['en' => 'over TLS', 'zh-CN' => '使用 TLS']);
    $run->targets->atLeast(0.75, 'tls.awaited/phpredis', '× phpredis for a pair over TLS');

    measure_new_connections($run, $tls, $plain);
    $server->stop();
    judge_connections($run);
}

/** What a new connection costs, over TLS and without TLS. */
function measure_new_connections(Run $run, string $tls, string $plain): void
{
    $took = [];
    for ($round = 0; $round < $run->rounds; $round++) {
        $command = $run->asClient($run->contestants->connections($run->count(40, 3), $tls, $plain));
        $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
        foreach (['tls', 'plain'] as $how) {
            [$mutex, $phpredis] = explode(' ', next_line($pipes[1]));
            $took["$how.mutex"][] = $mutex / 1e3;
            $took["$how.phpredis"][] = $phpredis / 1e3;
        }
        if (proc_close($process) !== 0) {
            throw new RuntimeException('A contestant gave no result.');
        }
    }
    foreach ($took as $name => $seconds) {
        $run->results->set("tls.connection.$name", $seconds, Figure::TIME);
    }
    $whats = [
        'tls' => ['en' => 'a new connection over TLS', 'zh-CN' => '一条新的 TLS 连接'],
        'plain' => ['en' => 'a new connection without TLS', 'zh-CN' => '一条不用 TLS 的新连接'],
    ];
    foreach ($whats as $how => $what) {
        // On a busy machine a pair on a new connection may be the quicker one, and then there is nothing to compare.
        $isClear = min([...$took["$how.mutex"], ...$took["$how.phpredis"]]) > 0;
        [$ours, $theirs] = $isClear ? [durations($took["$how.mutex"]), durations($took["$how.phpredis"])] : [null, null];
        $run->results->compare("tls.connection.$how.mutex", 'phpredis', $ours, $theirs, $what);
    }
}

/** How many connections 100 objects open, one after the other, with a lock each and a pause between them. */
function judge_connections(Run $run): void
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
    $run->results->set('tls.connections', $opened, Figure::COUNT);
    $run->targets->atMost(1, 'tls.connections', 'connections for 100 locks over TLS');
}
