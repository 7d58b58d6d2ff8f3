<?php

declare(strict_types=1);

/** Microseconds for which a reader has its share: readers overlap all the time. */
const READING = [5_000, 15_000];
const WRITING = [5_000, 5_000];

/** A scene: how many readers and writers there are, and the microseconds between two turns of a writer. */
const READERS_AND_WRITERS = [
    'one-writer' => [12, 1, 20_000],
    'many-writers' => [2, 8, 0],
];

/** Contestants: the lock of a reader, that of a writer, and the name of the peer, which is null for RedisMutexLock. */
const READING_CONTESTANTS = [
    'mutex' => ['mutex-share', 'mutex', null],
    'symfony' => ['symfony-read', 'symfony', 'symfony'],
];

/** Does a writer get in among readers, and does a reader get in among writers? */
function measure_readers_and_writers(Run $run, Contention $contention): void
{
    $isHere = static fn (array $contestant) => $contestant[2] === null || Library::isHere($contestant[2]);
    foreach (READERS_AND_WRITERS as $scene => [$readers, $writers, $pause]) {
        [$readers, $writers] = [$run->count($readers, min($readers, 3)), $run->count($writers, min($writers, 3))];
        $crews = array_map(static fn (array $locks) => [
            'readers' => new Crew($locks[0], $readers, null, READING),
            'writers' => new Crew($locks[1], $writers, 1, WRITING, $pause),
        ], array_filter(READING_CONTESTANTS, $isHere));
        $rounds = scenes_in_turns($run, $contention, $crews, 2 * $run->seconds);
        foreach (array_keys(READING_CONTESTANTS) as $contestant) {
            foreach (['readers', 'writers'] as $role) {
                set_turns($run, "shares.$scene.$contestant.$role", $rounds[$contestant] ?? null, $role);
            }
        }
        compare_turns($run, $scene, $rounds, $readers, $writers);
        if ($scene === 'one-writer') {
            // All rounds together: no wait of the writer may be longer.
            $sections = array_merge(...array_map(static fn (array $round) => $round['readers']->sections(), $rounds['mutex']));
            $run->results->set('shares.one-writer.sections', max(waits_of($rounds['mutex'], 'writers')) / median($sections), Figure::RATIO);
        }
    }
    $run->targets->atMost(10, 'shares.one-writer.sections', 'sections of a reader for the longest wait of one writer behind 12 readers');
    $what = 's for all but the slowest hundredth of the waits of 2 readers beside 8 writers';
    $run->targets->atMost(0.1, 'shares.many-writers.mutex.readers.p99', $what);
}

/** @param ?list<array<string, Turns>> $rounds null: not measured */
function set_turns(Run $run, string $name, ?array $rounds, string $role): void
{
    $waits = waits_of($rounds ?? [], $role);
    $perSecond = $rounds === null ? null : array_map(static fn (array $round) => round($round[$role]->perSecond()), $rounds);
    $run->results->set("$name.turns", $perSecond, Figure::COUNT);
    $run->results->set("$name.p50", $waits === [] ? null : median($waits), Figure::TIME);
    $run->results->set("$name.p99", $waits === [] ? null : percentile(99, $waits), Figure::TIME);
    $run->results->set("$name.longest", $waits === [] ? null : max($waits), Figure::TIME);
}

/** @param array<string, list<array<string, Turns>>> $rounds contestant => of each round: role => turns */
function compare_turns(Run $run, string $scene, array $rounds, int $readers, int $writers): void
{
    $writer = $writers === 1 ? 'one writer' : "$writers writers";
    $what = [
        'readers' => ["$readers readers beside $writer", "{$readers} 个读的进程的轮数，同时有 {$writers} 个进程要写"],
        'writers' => ["$writer beside $readers readers", "{$writers} 个写的进程的轮数，同时有 {$readers} 个进程要读"],
    ];
    foreach ($what as $role => [$english, $chinese]) {
        $theirs = isset($rounds['symfony']) ? turns_per_second($rounds['symfony'], $role) : null;
        $run->results->compare("shares.$scene.$role", 'symfony', turns_per_second($rounds['mutex'], $role), $theirs, [
            'en' => "turns of $english", 'zh-CN' => $chinese,
        ]);
    }
}
