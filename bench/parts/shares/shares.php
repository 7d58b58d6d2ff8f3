<?php

declare(strict_types=1);

use Tests\Cleanup;
use Tests\RedisServer;

/** Names that several processes share, and calls for several names: readers and writers, a limit, a crowd, sets of names. */
function measure_shares(Run $run): void
{
    Cleanup::whenInterrupted();
    Library::findLaravel(); // before the processes start, which get its name from the environment
    $server = RedisServer::start(['server_cpulist' => $run->server]);
    lead_laravel_to($server);
    $command = $run->asClient($run->contestants->waiter($server->plainPort));
    try {
        $contention = new Contention($command, processes_of_scene($run));
        try {
            measure_readers_and_writers($run, $contention);
            measure_limit($run, $contention);
            measure_several_names($run, $contention);
        } finally {
            $contention->stop();
        }
        measure_crowds($run, $server, $command);
    } finally {
        $server->stop();
    }
}

/** Returns how many processes a scene has at most. */
function processes_of_scene(Run $run): int
{
    return $run->count(16, 6);
}

/**
 * Plays a scene with each contestant in turns.
 *
 * @param array<string, array<string, Crew>> $contestants contestant => role => crew
 * @return array<string, non-empty-list<array<string, Turns>>> contestant => of each round: role => turns
 */
function scenes_in_turns(Run $run, Contention $contention, array $contestants, float $seconds): array
{
    $scenes = new Scenes($contention);
    foreach ($contestants as $crews) {
        foreach ($crews as $crew) {
            $contention->greet($crew->contestant);
        }
    }

    return in_turns($run->rounds, array_map(static fn (array $crews) => static fn () => $scenes->run($crews, $seconds), $contestants));
}

/**
 * @param list<array<string, Turns>> $rounds
 * @return list<float> turns a second of this role in each round, to be compared: a peer that had none counts with one turn
 */
function turns_per_second(array $rounds, string $role): array
{
    return array_map(static fn (array $round) => $round[$role]->perSecond(atLeast: 1), $rounds);
}

/**
 * @param list<array<string, Turns>> $rounds
 * @return list<float> all waits of this role in seconds, of all rounds
 */
function waits_of(array $rounds, string $role): array
{
    return array_merge(...array_map(static fn (array $round) => $round[$role]->waits(), $rounds));
}
