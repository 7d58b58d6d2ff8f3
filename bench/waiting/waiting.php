<?php

declare(strict_types=1);

const WAITERS = [2, 8, 32, 128];

/** Many processes want one name: how soon the next one has it, which one is next, and what it costs. */
function measure_waiting(Contestants $contestants, float $seconds, int $rounds, Verdicts $verdicts, ?string $plot): void
{
    $pin = ['taskset', '-c', implode(',', two_cpus())];
    $server = new PrivateRedis($pin);
    $contention = new Contention([...$pin, ...$contestants->waiter($server->port)], max(WAITERS) + 1);
    try {
        echo "\nWaiting, over TCP, two cores for all and for Redis\n";
        $present = present_contestants();
        array_map($contention->greet(...), $present);
        $watch = $server->connect();
        $arrivals = new Arrivals($contention, $watch);

        $handOver = measure_hand_over($contention, $arrivals, $present, $seconds, $rounds);
        print_hand_over($handOver, $arrivals);
        judge_hand_over($handOver, $verdicts);
        measure_sent_commands($arrivals, $watch, $server->port, $present, $verdicts);
        measure_turnover($contention, $present, $seconds, $rounds, $verdicts);
        plot_hand_over($handOver, $plot ?? sys_get_temp_dir() . '/waiting-' . bin2hex(random_bytes(6)) . '.svg');
    } finally {
        $contention->stop();
        $server->stop();
    }
}

/** @return list<string> */
function present_contestants(): array
{
    $present = [];
    foreach (WAITING_CONTESTANTS as $contestant => $label) {
        $missing = missing_packages($contestant);
        if ($missing) {
            printf("  without %s: not installed (apt-get install %s)\n", $label, implode(' ', $missing));
        } else {
            $present[] = $contestant;
        }
    }

    return $present;
}
