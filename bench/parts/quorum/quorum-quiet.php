<?php

declare(strict_types=1);

/** How many commands sleeping waiters send a second, all together, to all servers, and to a single one. */
function measure_sleeping_waiters(Run $run, FiveServers $five): void
{
    $waiters = $run->count(64, 4);
    $contention = new Contention($run->asClient($run->contestants->ofQuorum()), $waiters + 1);
    try {
        foreach (['one', 'mutex'] as $contestant) {
            for ($member = 0; $member <= $waiters; $member++) {
                $contention->tell($member, 'use', $contestant, implode(',', $five->addresses()));
                $contention->tell($member, $member === 0 ? 'hold' : 'wait', "sleep-$contestant", Arrivals::SECTION);
                $contention->hear($member);
            }
            $sent[$contestant] = commands_while_all_sleep($run, $five->watches(), $waiters);
            $contention->tell(0, 'go');
            for ($member = 0; $member <= $waiters; $member++) {
                $contention->hear($member);
            }
        }
    } finally {
        $contention->stop();
    }
    $times = count($five->servers);
    $run->results->set('quorum.sleeping.one', $sent['one'], Figure::COUNT);
    $run->results->set('quorum.sleeping.all', $sent['mutex'], Figure::COUNT);
    $run->results->set('quorum.sleeping.of-one', ratios($sent['mutex'], array_map(static fn (float $some) => max($some, 1) * $times, $sent['one'])), Figure::RATIO);
    $run->targets->atMost(10 * $times, 'quorum.sleeping.all', 'commands a second of all sleeping waiters, to all servers');
    // The rules of one server hold at the gate, and the others are asked for less.
    $run->targets->atMost(1, 'quorum.sleeping.of-one', '× the commands that one server used alone gets from as many sleeping waiters, for each of the five servers');
}

/** @param list<Redis> $watches @return list<float> commands a second, of each round */
function commands_while_all_sleep(Run $run, array $watches, int $waiters): array
{
    $asleep = static fn () => array_sum(array_map(static fn (Redis $watch) => (int) $watch->info('clients')['blocked_clients'], $watches));
    $end = microtime(true) + 30;
    while ($asleep() < $waiters) {
        microtime(true) < $end || throw new RuntimeException("{$asleep()} of $waiters waiters came to rest in Redis.");
        usleep(10_000);
    }
    $sent = array_map(static fn (Redis $watch) => new SentCommands($watch, $watch->getPort()), $watches);
    $rates = [];
    for ($round = 0; $round < min($run->rounds, 3); $round++) {
        $start = microtime(true);
        usleep((int) ($run->seconds * 1e6));
        $commands = array_sum(array_map(static fn (SentCommands $server) => array_sum($server->byClient()), $sent));
        $rates[] = $commands / (microtime(true) - $start);
    }
    array_map(static fn (SentCommands $server) => $server->stop(), $sent);

    return $rates;
}
