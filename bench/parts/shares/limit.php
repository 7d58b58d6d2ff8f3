<?php

declare(strict_types=1);

/** Microseconds of a turn of processes that may be inside only so many at a time. */
const LIMITED_TURN = [2_000, 2_000];

/** Contestants: the lock, and the library that must be here for it. */
const LIMITING_CONTESTANTS = ['mutex' => ['mutex-limit', null], 'funnel' => ['laravel-funnel', 'laravel']];

/** Sixteen processes, of which four may be inside: does each get its part? */
function measure_limit(Run $run, Contention $contention): void
{
    $isHere = static fn (array $contestant) => $contestant[1] === null || Library::isHere($contestant[1]);
    $crews = array_map(
        static fn (array $contestant) => ['all' => new Crew($contestant[0], processes_of_scene($run), OWNERS_TOGETHER, LIMITED_TURN)],
        array_filter(LIMITING_CONTESTANTS, $isHere),
    );
    $rounds = scenes_in_turns($run, $contention, $crews, $run->seconds);
    foreach (array_keys(LIMITING_CONTESTANTS) as $contestant) {
        $name = "shares.limit.$contestant";
        $of = static fn (Closure $figure) => isset($rounds[$contestant])
            ? array_map(static fn (array $round) => $figure($round['all']), $rounds[$contestant])
            : null;
        $run->results->set("$name.turns", $of(static fn (Turns $turns) => round($turns->perSecond())), Figure::COUNT);
        $run->results->set("$name.evenness", $of(static fn (Turns $turns) => $turns->evenness()), Figure::SHARE);
        $waits = waits_of($rounds[$contestant] ?? [], 'all');
        $run->results->set("$name.longest", $waits === [] ? null : max($waits), Figure::TIME);
    }
    $theirs = isset($rounds['funnel']) ? turns_per_second($rounds['funnel'], 'all') : null;
    $run->results->compare('shares.limit', 'funnel', turns_per_second($rounds['mutex'], 'all'), $theirs, [
        'en' => 'turns of 16 processes, 4 at a time', 'zh-CN' => '16 个进程的轮数，同一时刻最多 4 个',
    ]);
    $run->targets->atLeast(0.8, 'shares.limit.mutex.evenness', 'of the turns of the luckiest process for the unluckiest one, limit 4 of 16');
    $run->targets->atLeast(0.8, 'shares.limit/funnel', "× the turns of Laravel's funnel, limit 4 of 16");
}
