<?php

declare(strict_types=1);

use Tests\Cleanup;
use Tests\Port;
use Tests\RedisServer;
use Tests\Relay;

/** A lock on a quorum of five servers: a pair beside the least that any client must do, many waiters, and a server that hangs. */
function measure_quorum(Run $run): void
{
    needs_quorum();
    Cleanup::whenInterrupted();
    $five = new FiveServers($run);
    try {
        measure_quorum_pairs($run, $five);
        measure_far_quorum($run, $five);
        measure_quorum_lines($run, $five);
        measure_sleeping_waiters($run, $five);
        measure_hung_server($run, $five);
    } finally {
        $five->stop();
    }
}

/** Throws unless this library knows several independent servers. */
function needs_quorum(): void
{
    try {
        new RedisMutexLock(FiveServers::url(['127.0.0.1:1', '127.0.0.1:2', '127.0.0.1:3']));
    } catch (ValueError $e) {
        throw new CannotRun("this library does not know 'servers' ({$e->getMessage()})");
    }
}

/** A pair while nobody else wants the lock: with all servers, and with two of five that are dead or stopped. */
function measure_quorum_pairs(Run $run, FiveServers $five): void
{
    $addresses = $five->addresses();
    $requests = recorded_requests($five->servers[0]->plainPort, FiveServers::url($addresses));
    $stopped = FiveServers::start($run, 2);
    $stop = static fn (RedisServer $server) => $server->pause();
    array_map($stop, $stopped);
    $with = static fn (array $others) => $run->contestants->mutex(FiveServers::url([...array_slice($addresses, 0, 3), ...$others]));
    try {
        $rates = run_rounds($run->rounds, array_map(static fn (array $command) => [$run->asClient($command)], [
            'bare' => $run->contestants->bareRound($addresses, $requests),
            'one' => $run->contestants->mutex($addresses[0]),
            'all' => $run->contestants->mutex(FiveServers::url($addresses)),
            // Nobody listens on these ports.
            'dead' => $with(['127.0.0.1:' . Port::free(), '127.0.0.1:' . Port::free()]),
            'stopped' => $with(FiveServers::of($stopped)),
        ]));
    } finally {
        array_map(static fn (RedisServer $server) => $server->kill(), $stopped);
    }
    $run->setPairs('quorum.pair', $rates);
    $run->results->set('quorum.pair.of-bare', ratios($rates['bare'], $rates['all']), Figure::RATIO);
    $run->targets->atMost(1.5, 'quorum.pair.of-bare', '× the time of a bare round over the same five servers for a pair');
    foreach (['dead', 'stopped'] as $trouble) {
        $run->results->set("quorum.pair.$trouble-of-all", ratios($rates['all'], $rates[$trouble]), Figure::RATIO);
        $run->targets->atMost(1.2, "quorum.pair.$trouble-of-all", "× the time of a pair with all five, while two are $trouble");
    }
}

/** A pair behind a network, beside a pair at one server behind the same network. */
function measure_far_quorum(Run $run, FiveServers $five): void
{
    $networks = $five->networks(0.002);
    $addresses = array_map(static fn (Relay $network) => "127.0.0.1:$network->port", $networks);
    $rates = run_rounds(min($run->rounds, 5), array_map(static fn (array $command) => [$run->asClient($command)], [
        'one' => $run->contestants->mutex($addresses[0]),
        'all' => $run->contestants->mutex(FiveServers::url($addresses)),
    ]));
    array_map(static fn (Relay $network) => $network->stop(), $networks);
    $run->setPairs('quorum.far', $rates);
    $run->results->set('quorum.far.of-one', ratios($rates['one'], $rates['all']), Figure::RATIO);
    $run->targets->atMost(1.2, 'quorum.far.of-one', '× the time of a pair at one server, behind 1 ms on each way');
}
