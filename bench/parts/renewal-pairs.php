<?php

declare(strict_types=1);

const FIXED = 'expire: 20';
const RENEWED = 'expire: null, renewed';

/** @param list<string> $command of one contestant that does both in turns; each round has a new process */
function compare_renewed_pairs(array $command, int $rounds, Verdicts $verdicts): void
{
    $rates = [FIXED => [], RENEWED => []];
    for ($round = 0; $round < $rounds; $round++) {
        $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
        while (($line = fgets($pipes[1])) !== false) {
            [$fixed, $renewed] = explode(' ', rtrim($line));
            $rates[FIXED][] = (float) $fixed;
            $rates[RENEWED][] = (float) $renewed;
        }
        if (proc_close($process) !== 0) {
            throw new RuntimeException('A contestant gave no result.');
        }
    }
    print_rates($rates, ['× expire: 20' => FIXED]);
    $verdicts->atMost(1.1, median_ratio($rates[FIXED], $rates[RENEWED]), '× the time of a pair with expire: 20, with renewal');
}

/** Commands as the server counts them. No renewal is among them: the locks are released long before it is due. */
function compare_renewed_commands(Redis $watch, PrivateRedis $server, Verdicts $verdicts): void
{
    $lock = new RedisMutexLock($server->url());
    $sent = new SentCommands($watch, $server->port);
    $perPair = static function (int $count, ?int $expire) use ($lock, $sent): float {
        for ($i = 0; $i < $count; $i++) {
            $lock->lock('bench', 0, $expire) && $lock->unlock('bench') || throw new RuntimeException('The lock was not free.');
        }

        return array_sum($sent->byClient()) / $count;
    };
    $perPair(1, 20); // connects, and loads the script into the server
    $fixed = $perPair(1_000, 20);
    $renewed = $perPair(1_000, null);
    $sent->stop();
    printf("  Commands per pair: %.2f, with renewal %.2f\n", $fixed, $renewed);
    $verdicts->atMost($fixed, $renewed, 'commands for a pair with renewal');
}
