<?php

declare(strict_types=1);

/** @param list<string> $command of one contestant that does both in turns; each round has a new process */
function compare_renewed_pairs(Run $run, array $command): void
{
    [$fixed, $renewed, $ratio] = pairs_in_turns($run->rounds, $command);
    $run->results->set('renewal.pair.fixed', $fixed, Figure::TIME);
    $run->results->set('renewal.pair.renewed', $renewed, Figure::TIME);
    $run->results->set('renewal.pair.ratio', $ratio, Figure::RATIO);
    $run->targets->atMost(1.1, 'renewal.pair.ratio', '× the time of a pair with a fixed lease, with renewal');
}

/** Commands as the server counts them. No renewal is among them: the locks are released long before it is due. */
function compare_renewed_commands(Run $run, Redis $watch, PrivateRedis $server): void
{
    $lock = new RedisMutexLock(['url' => $server->url(), 'command_timeout' => 10]);
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
    $run->results->set('renewal.commands.fixed', $fixed, Figure::COUNT);
    $run->results->set('renewal.commands.renewed', $renewed, Figure::COUNT);
    $run->targets->atMost($fixed, 'renewal.commands.renewed', 'commands for a pair with renewal');
}
