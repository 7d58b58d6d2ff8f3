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
                MUTEX_BLOCKING => $contestants->mutex($address, busyPoll: 0),
                MUTEX => $contestants->mutex($address, busyPoll: 40),
            ];
            if ($cpu !== $first) {
                // Polling makes sense on two cores only. Its gain depends on how fast the machine wakes a sleeping process.
                $commands[BARE_POLLING] = $contestants->bareLoop($address, $requests, polls: true);
            }
            $pinned = static fn (array $command) => [['taskset', '-c', (string) $first, ...$command]];
            $rates = run_rounds($rounds, array_map($pinned, $commands));
            print_rates($rates, ['× bare loop' => BARE_LOOP, '× phpredis' => PHPREDIS]);

            $cell = "$transport, $placement";
            $verdicts->atLeast(0.97, median_ratio($rates[MUTEX_BLOCKING], $rates[BARE_LOOP]), "× bare loop with busy_poll 0: $cell");
            if ($cpu !== $first) {
                $verdicts->atLeast(2.0, median_ratio($rates[MUTEX], $rates[PHPREDIS]), "× phpredis with busy_poll 40: $cell");
            }
        }
        $server->stop();
    }
}
