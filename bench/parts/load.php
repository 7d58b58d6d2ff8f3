<?php

declare(strict_types=1);

/** Many clients, each with a name of its own, and Redis share two cores: what they reach together, beside phpredis. */
function measure_load(Contestants $contestants, int $rounds): void
{
    $pin = ['taskset', '-c', implode(',', two_cpus())];
    $server = new PrivateRedis($pin);
    $address = "127.0.0.1:$server->port";

    foreach ([1, 4, 16] as $workers) {
        printf("\n%d busy %s over TCP, two cores for all and for Redis\n", $workers, $workers === 1 ? 'worker' : 'workers');
        $clients = static fn (callable $command) => array_map(
            static fn (int $i) => [...$pin, ...$command("bench-$i")],
            range(1, $workers),
        );
        $rates = run_rounds($rounds, [
            PHPREDIS => $clients(static fn (string $name) => $contestants->phpredis($address, $name)),
            MUTEX => $clients(static fn (string $name) => $contestants->mutex($address, $name)),
        ]);
        print_rates($rates, ['× phpredis' => PHPREDIS]);
    }
    $server->stop();
}
