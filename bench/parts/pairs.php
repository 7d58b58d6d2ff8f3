<?php

declare(strict_types=1);

/** The cost of a pair with one client alone. Four cases: TCP and Unix socket, each on one core and on two. */
function measure_pairs(Contestants $contestants, int $rounds, Verdicts $verdicts): void
{
    [$first, $second] = two_cpus();
    foreach (['one core' => $first, 'two cores' => $second] as $placement => $cpu) {
        $server = new PrivateRedis(['taskset', '-c', (string) $cpu]);
        $requests = recorded_requests($server);
        foreach (['TCP' => "127.0.0.1:$server->port", 'Unix socket' => $server->socket] as $transport => $address) {
            printf("\n%s, %s (client on cpu %d, Redis on cpu %d)\n", $transport, $placement, $first, $cpu);
            $commands = [
                BARE_LOOP => $contestants->bareLoop($address, $requests),
                PHPREDIS => $contestants->phpredis($address),
                MUTEX => $contestants->mutex($address),
            ];
            $pinned = static fn (array $command) => [['taskset', '-c', (string) $first, ...$command]];
            $rates = run_rounds($rounds, array_map($pinned, $commands));
            print_rates($rates, ['× bare loop' => BARE_LOOP, '× phpredis' => PHPREDIS]);

            $cell = "$transport, $placement";
            $verdicts->atLeast(0.97, median_ratio($rates[MUTEX], $rates[BARE_LOOP]), "× bare loop: $cell");
        }
        $server->stop();
    }
}
