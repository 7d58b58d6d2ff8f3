<?php

declare(strict_types=1);

/** Many clients, each with a name of its own, and Redis share two cores. Does polling disturb? */
function measure_load(Contestants $contestants, int $rounds, Verdicts $verdicts): void
{
    $pin = ['taskset', '-c', implode(',', two_cpus())];
    $server = new PrivateRedis($pin);
    $address = "127.0.0.1:$server->port";

    foreach ([1, 4, 16] as $workers) {
        printf("\n%d busy %s over TCP, two cores for all and for Redis\n", $workers, $workers === 1 ? 'worker' : 'workers');
        $crowd = static fn (callable $command) => array_map(
            static fn (int $i) => [...$pin, ...$command("bench-$i")],
            range(1, $workers),
        );
        $rates = run_rounds($rounds, [
            PHPREDIS => $crowd(static fn (string $name) => $contestants->phpredis($address, $name)),
            MUTEX_BLOCKING => $crowd(static fn (string $name) => $contestants->mutex($address, $name, 0)),
            MUTEX => $crowd(static fn (string $name) => $contestants->mutex($address, $name, 40)),
        ]);
        print_rates($rates, ['× phpredis' => PHPREDIS, '× busy_poll 0' => MUTEX_BLOCKING]);
        $verdicts->atLeast(0.95, median_ratio($rates[MUTEX], $rates[MUTEX_BLOCKING]), "× busy_poll 0 with busy_poll 40: load of $workers");
    }
    $server->stop();
}
