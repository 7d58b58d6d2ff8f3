<?php

declare(strict_types=1);

use Tests\RedisServer;

/** Nanoseconds from which on a pair is slow: a twentieth of `command_timeout`, whose tenth a server that hangs may cost. */
const SLOW_PAIR = 50_000_000;

/** What it costs that a server hangs: a process that is connected to it, and one that has never been. */
function measure_hung_server(Run $run, FiveServers $five): void
{
    $rounds = [];
    for ($round = 0; $round < min($run->rounds, 3); $round++) {
        $rounds[] = hang($run, $five, $five->servers[$round % count($five->servers)]);
    }
    foreach (['connected' => 'is connected to it', 'new' => 'was never connected to it'] as $who => $what) {
        $of = array_column($rounds, $who);
        $run->results->set("quorum.hang.$who.more", array_column($of, 'more'), Figure::TIME);
        $run->results->set("quorum.hang.$who.again", array_column($of, 'again'), Figure::COUNT);
        // A hundredth of `command_timeout` is for the machine.
        $run->targets->atMost(0.11, "quorum.hang.$who.more", "s more for a pair when a server hangs, of a process that $what");
        $run->targets->atMost(0, "quorum.hang.$who.again", "slow pairs after that one, of a process that $what");
    }
}

/** @return array<string, array{more: float, again: int}> seconds that the longest pair of a process takes longer, and its other slow pairs */
function hang(Run $run, FiveServers $five, RedisServer $server): array
{
    $members = ['connected' => 0, 'new' => 1];
    $contention = new Contention($run->asClient($run->contestants->ofQuorum()), count($members));
    $begin = static fn (string $who, float $seconds) => $contention->tell($members[$who], 'pairs', "hang-$who", $seconds, SLOW_PAIR);
    $heard = static fn (string $who) => array_map(floatval(...), explode(' ', $contention->hear($members[$who])));
    try {
        foreach ($members as $member) {
            $contention->tell($member, 'use', 'mutex', implode(',', $five->addresses()));
        }
        $begin('connected', 0.2);
        [$usual] = $heard('connected');
        $server->pause();
        foreach (array_keys($members) as $who) {
            $begin($who, $run->quick ? 0.3 : 2.5);
        }
        $of = [];
        foreach (array_keys($members) as $who) {
            [, $longest, $slow] = $heard($who);
            $of[$who] = ['more' => ($longest - $usual) / 1e9, 'again' => (int) max(0, $slow - 1)];
        }

        return $of;
    } finally {
        $server->resume();
        $contention->stop();
    }
}
