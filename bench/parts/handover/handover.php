<?php

declare(strict_types=1);

const WAITERS = [2, 8, 32, 128];

/** Peers that wait by polling, by the names that their processes know. */
const POLLING = ['laravel-stock' => 'laravel', 'symfony' => 'symfony', 'hand' => 'phpredis'];

/** Many processes want one name: how soon the next one has it, which one is next, and what it costs. */
function measure_handover(Run $run): void
{
    $isHere = static fn (string $library) => $library === 'phpredis' || Library::isHere($library);
    $sizes = $run->count(4, 2);
    $waiters = array_slice(WAITERS, 0, $sizes);
    $queues = new Queues($run, max($waiters) + 1, array_keys(array_filter(POLLING, $isHere)));
    try {
        $handOvers = hand_overs($run, $queues, $waiters);
        foreach (array_unique([...$queues->contestants(), ...array_keys(POLLING)]) as $contestant) {
            foreach (WAITERS as $count) {
                set_hand_over($run, POLLING[$contestant] ?? $contestant, $count, $handOvers[$contestant][$count] ?? null);
            }
        }
        compare_hand_overs($run, $handOvers, $waiters);
        set_order($run, $handOvers['mutex']);
        compare_with_base($run, $handOvers, $waiters);
        measure_killed($run, $queues);
        measure_sent_commands($run, $queues, $waiters);
        measure_turnover($run, $queues);
        plot_hand_over($run, $handOvers);
    } finally {
        $queues->stop();
    }
}

/**
 * @param non-empty-list<int> $sizes
 * @return array<string, array<int, HandOver>> contestant => number of waiters => what was measured
 */
function hand_overs(Run $run, Queues $queues, array $sizes): array
{
    $results = $pings = [];
    for ($round = 0; $round < $run->rounds; $round++) {
        $contestants = $queues->contestants();
        $turn = $round % count($contestants);
        foreach ([...array_slice($contestants, $turn), ...array_slice($contestants, 0, $turn)] as $contestant) {
            foreach ($sizes as $waiters) {
                $orders = [];
                $ping = $contestant === 'mutex' ? $pings[] = $queues->ping($waiters) : 1;
                // A waiter that sleeps in Redis costs little time, so it has more of it.
                $end = microtime(true) + ($queues->sleepsInRedis($contestant) ? 0.6 : 0.3) * $run->seconds;
                do {
                    $orders[] = $queues->run($contestant, $waiters);
                } while (microtime(true) < $end);
                $results[$contestant][$waiters] ??= new HandOver();
                $results[$contestant][$waiters]->add($orders, $ping);
            }
        }
    }
    $run->results->set('handover.ping', $pings, Figure::TIME);

    return $results;
}

/** @param ?HandOver $handOver null: not measured */
function set_hand_over(Run $run, string $contestant, int $waiters, ?HandOver $handOver): void
{
    $name = "handover.$contestant.$waiters";
    $run->results->set("$name.p50", $handOver?->p50, Figure::TIME);
    // Of all rounds together, because a hundredth of one round is a handful.
    $run->results->set("$name.p99", $handOver === null ? null : percentile(99, $handOver->took), Figure::TIME);
    $run->results->set("$name.longest", $handOver?->longestToIdeal, Figure::RATIO);
    if ($contestant === 'mutex') {
        $run->results->set("$name.pings", $handOver?->toPing, Figure::RATIO);
        $run->targets->atMost(2.5, "$name.pings", 'PINGs for a hand-over, median');
        $run->targets->atMost(1.4, "$name.longest", '× the ideal for the longest wait');
    }
}

/** @param array<string, array<int, HandOver>> $handOvers @param list<int> $sizes */
function compare_hand_overs(Run $run, array $handOvers, array $sizes): void
{
    foreach (POLLING as $contestant => $peer) {
        foreach ($sizes as $waiters) {
            $peers = isset($handOvers[$contestant]) ? durations($handOvers[$contestant][$waiters]->p50) : null;
            $run->results->compare("handover.mutex.$waiters", $peer, durations($handOvers['mutex'][$waiters]->p50), $peers, [
                'en' => "a hand-over with $waiters waiters", 'zh-CN' => "{$waiters} 个等待者时的一次交接",
            ]);
        }
    }
}

/** @param array<int, HandOver> $byWaiters */
function set_order(Run $run, array $byWaiters): void
{
    $misplaced = array_sum(array_map(static fn (HandOver $handOver) => $handOver->outOfPlace, $byWaiters));
    $run->results->set('handover.misplaced', $misplaced, Figure::COUNT);
    $run->targets->atMost(0, 'handover.misplaced', 'processes out of the order of their arrival');
}

/** @param array<string, array<int, HandOver>> $handOvers @param list<int> $sizes */
function compare_with_base(Run $run, array $handOvers, array $sizes): void
{
    if ($run->base === null) {
        return;
    }
    foreach ($sizes as $waiters) {
        [$ours, $base] = [$handOvers['mutex'][$waiters], $handOvers['base'][$waiters]];
        foreach (['p50' => null, 'p99' => 0.8] as $what => $target) {
            $run->results->set("base.handover.$waiters.$what", ratios($ours->$what, $base->$what), Figure::RATIO);
            $target === null
                ? $run->report("base.handover.$waiters.$what")
                : $run->targets->atMost($target, "base.handover.$waiters.$what", "× the base for a hand-over, $what of each round");
        }
    }
}

function measure_killed(Run $run, Queues $queues): void
{
    $contestants = array_filter($queues->contestants(), static fn (string $contestant) => $queues->sleepsInRedis($contestant));
    $took = in_turns($run->rounds, array_combine($contestants, array_map(
        static fn (string $contestant) => static fn () => $queues->killed($contestant),
        $contestants,
    )));
    $run->results->set('handover.killed', $took['mutex'], Figure::TIME);
    $run->targets->atMost(0.25, 'handover.killed', 's while the lock lies idle behind a killed waiter');
    if ($run->base !== null) {
        $run->results->set('base.handover.killed', ratios($took['mutex'], $took['base']), Figure::RATIO);
        $run->report('base.handover.killed');
    }
}
