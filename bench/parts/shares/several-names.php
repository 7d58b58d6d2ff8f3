<?php

declare(strict_types=1);

/** Microseconds of a turn with several names, or with one of them. */
const TURN_OF_SEVERAL = [1_000, 1_000];
const NAMES_OF_A_SET = [4, 12];

/** Contestants: the lock of a set of names, and that of one name. */
const SEVERAL_CONTESTANTS = [
    'mutex' => ['mutex-several', 'mutex'],
    'msetnx' => ['msetnx', 'msetnx'],
    'msetnx-at-once' => ['msetnx-at-once', 'msetnx-at-once'],
];

/** Which part of the processes wants a set of names. The others want one name. */
const SCENES_OF_SETS = ['mixed' => 1 / 4, 'sets' => 1];

/** Sixteen processes want four of twelve names, or a quarter of them does and the others want one name each. */
function measure_several_names(Run $run, Contention $contention): void
{
    $timeouts = 0;
    foreach (SCENES_OF_SETS as $scene => $part) {
        $all = processes_of_scene($run);
        $size = (int) ceil($all * $part);
        $crews = array_map(static fn (array $locks) => array_filter([
            'sets' => new Crew($locks[0], $size, 1, TURN_OF_SEVERAL, names: NAMES_OF_A_SET),
            'ones' => new Crew($locks[1], $all - $size, 1, TURN_OF_SEVERAL, names: [1, NAMES_OF_A_SET[1]]),
        ], static fn (Crew $crew) => $crew->size > 0), SEVERAL_CONTESTANTS);
        $rounds = scenes_in_turns($run, $contention, $crews, $run->seconds);
        foreach ($rounds as $contestant => $ofContestant) {
            foreach (array_keys($crews[$contestant]) as $role) {
                $name = "shares.several.$scene.$contestant.$role";
                $waits = waits_of($ofContestant, $role);
                $perSecond = array_map(static fn (array $round) => round($round[$role]->perSecond()), $ofContestant);
                $run->results->set("$name.turns", $perSecond, Figure::COUNT);
                $run->results->set("$name.p99", $waits === [] ? null : percentile(99, $waits), Figure::TIME);
            }
        }
        foreach (array_keys($crews['mutex']) as $role) {
            compare_several($run, $scene, $role, $rounds);
            $timeouts += array_sum(array_map(static fn (array $round) => $round[$role]->timeouts(), $rounds['mutex']));
        }
    }
    $run->results->set('shares.several.timeouts', $timeouts, Figure::COUNT);
    $what = '× the sets of MSETNX that polls, 4 of 12 names among single locks';
    $run->targets->atLeast(1.5, 'shares.several.mixed.sets/msetnx', $what);
    $run->targets->atMost(0, 'shares.several.timeouts', 'calls that timed out');
}

/** @param array<string, list<array<string, Turns>>> $rounds contestant => of each round: role => turns */
function compare_several(Run $run, string $scene, string $role, array $rounds): void
{
    $what = match ([$scene, $role]) {
        ['mixed', 'sets'] => ['en' => 'locks of 4 of 12 names among single locks', 'zh-CN' => '与单个锁混在一起，12 个名称中 4 个的锁'],
        ['mixed', 'ones'] => ['en' => 'single locks among locks of 4 of 12 names', 'zh-CN' => '与 12 个名称中 4 个的锁混在一起的单个锁'],
        ['sets', 'sets'] => ['en' => 'locks of 4 of 12 names by 16 processes', 'zh-CN' => '16 个进程，12 个名称中 4 个的锁'],
    };
    $perSecond = array_map(static fn (array $ofContestant) => turns_per_second($ofContestant, $role), $rounds);
    foreach (array_diff(array_keys($perSecond), ['mutex']) as $peer) {
        $run->results->compare("shares.several.$scene.$role", $peer, $perSecond['mutex'], $perSecond[$peer], $what);
    }
}
