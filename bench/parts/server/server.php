<?php

declare(strict_types=1);

/** What a lock costs the server: its time, and the calls inside its scripts. */
function measure_server(Run $run): void
{
    measure_server_uncontended($run);
    $queues = new Queues($run, 9);
    try {
        foreach ([1, 8] as $waiters) {
            $took = in_turns($run->rounds, array_combine($queues->contestants(), array_map(
                static fn (string $contestant) => static fn () => contended_server_time($run, $queues, $contestant, $waiters),
                $queues->contestants(),
            )));
            $run->results->set("server.contended.$waiters.time", $took['mutex'], Figure::TIME);
            against_base($run, "contended.$waiters.time", $took, 0.6);
        }
        $calls = in_turns($run->rounds, array_combine($queues->contestants(), array_map(
            static fn (string $contestant) => static fn () => contended_calls($queues, $contestant),
            $queues->contestants(),
        )));
        $run->results->set('server.contended.calls', $calls['mutex'], Figure::COUNT);
        $run->targets->atMost(18, 'server.contended.calls', 'calls inside the server for a contended acquisition');
        if (isset($calls['base'])) {
            $run->results->set('base.server.contended.calls', $calls['base'], Figure::COUNT);
            $run->report('base.server.contended.calls');
        }
    } finally {
        $queues->stop();
    }
}

/** @param array<string, non-empty-list<float>> $took contestant => seconds of each round */
function against_base(Run $run, string $what, array $took, float $target): void
{
    if (isset($took['base'])) {
        $run->results->set("base.server.$what", ratios($took['mutex'], $took['base']), Figure::RATIO);
        $run->targets->atMost($target, "base.server.$what", '× the time that the base costs the server');
    }
}

/** Pairs of one client: the time of the SET that acquires, and of the script that releases. */
function measure_server_uncontended(Run $run): void
{
    $server = $run->redis();
    $watch = $server->connect();
    $address = "127.0.0.1:$server->port";
    $contestants = ['mutex' => $run->contestants->mutex($address), 'phpredis' => $run->contestants->phpredis($address)];
    if ($run->base !== null) {
        $contestants['base'] = $run->contestants->with($run->base)->mutex($address);
    }
    $took = in_turns($run->rounds, array_map(static fn (array $command) => static function () use ($run, $command, $watch): array {
        $watch->rawCommand('CONFIG', 'RESETSTAT');
        run_together([$run->asClient($command)]);
        $stats = command_stats($watch);

        $seconds = static fn (string $command) => $stats[$command]['usec'] / $stats[$command]['calls'] / 1e6;

        return ['acquire' => $seconds('set'), 'release' => $seconds('evalsha')];
    }, $contestants));
    $server->stop();
    foreach (['acquire', 'release'] as $what) {
        $times = array_map(static fn (array $rounds) => array_column($rounds, $what), $took);
        $run->results->set("server.free.$what", $times['mutex'], Figure::TIME);
        $run->results->set("server.free.$what.phpredis", $times['phpredis'], Figure::TIME);
        $ours = durations($times['mutex']);
        $run->results->compare("server.free.$what", 'phpredis', $ours, durations($times['phpredis']), $what === 'acquire'
            ? ['en' => "the server's work to acquire a free lock", 'zh-CN' => '服务器获取一把空闲的锁的工作']
            : ['en' => "the server's work to release a lock while nobody waits", 'zh-CN' => '服务器在没有人等待时释放锁的工作']);
        against_base($run, "free.$what", $times, 1.1);
    }
}

/** Returns the seconds of all scripts for one acquisition behind others: its place in the queue, its claim, and its release. */
function contended_server_time(Run $run, Queues $queues, string $contestant, int $waiters): float
{
    $queues->sleepsInRedis($contestant);
    $acquisitions = 0;
    $queues->watch->rawCommand('CONFIG', 'RESETSTAT');
    $end = microtime(true) + 0.5 * $run->seconds;
    do {
        $queues->run($contestant, $waiters);
        $acquisitions += $waiters;
    } while (microtime(true) < $end);

    return command_stats($queues->watch)['evalsha']['usec'] / 1e6 / $acquisitions;
}

/** @return array<string, array{calls: float, usec: float}> command => what INFO says; a script's time has that of its calls */
function command_stats(Redis $watch): array
{
    $stats = [];
    foreach ($watch->info('commandstats') as $command => $line) {
        preg_match('/calls=(\d+),usec=(\d+)/', $line, $found);
        $stats[substr($command, strlen('cmdstat_'))] = ['calls' => (float) $found[1], 'usec' => (float) $found[2]];
    }

    return $stats;
}

/** Returns how many commands the scripts of one waiter among eight call, from its first question to its release: the median. */
function contended_calls(Queues $queues, string $contestant): int
{
    $queues->sleepsInRedis($contestant);
    $monitor = stream_socket_client('tcp://127.0.0.1:' . $queues->server->plainPort);
    stream_set_timeout($monitor, 10);
    fwrite($monitor, "MONITOR\r\n");
    fgets($monitor);
    $queues->run($contestant, 8);
    $end = 'counted-' . bin2hex(random_bytes(6));
    $queues->watch->rawCommand('ECHO', $end);
    $calls = [];
    $client = '';
    while (($line = fgets($monitor)) !== false && !str_contains($line, $end)) {
        // +1700000000.123456 [0 127.0.0.1:50000] "EVALSHA" …; the calls of a script follow it, and come from "lua".
        if (!preg_match('/^\+[\d.]+ \[\d+ (\S+)\] "(\w+)"/', $line, $found)) {
            continue;
        }
        if ($found[1] !== 'lua') {
            $client = $found[1];
        } else {
            $calls[$client] = ($calls[$client] ?? 0) + 1;
        }
    }
    fclose($monitor);
    unset($calls[array_key_first($calls)]); // the holder did not wait

    return (int) median(array_values($calls));
}
