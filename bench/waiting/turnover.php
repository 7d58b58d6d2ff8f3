<?php

declare(strict_types=1);

const LOOPING = 8;

/** The figures of processes that want the same lock again and again. */
final class Turnover
{
    public readonly float $perSecond;
    /** How often per second the lock went to another process. A polling process may take it many times in a row. */
    public readonly float $changesPerSecond;
    /** The share of the turns of the process that had the fewest. */
    public readonly float $leastShare;
    public readonly float $longestWait;

    /** @param non-empty-list<array{seconds: float, longest: float, began: non-empty-list<int>}> $processes */
    public function __construct(array $processes)
    {
        $owners = [];
        foreach ($processes as $process => $did) {
            $owners += array_fill_keys($did['began'], $process);
        }
        ksort($owners);
        $owners = array_values($owners);
        $changes = 0;
        for ($i = 1; $i < count($owners); $i++) {
            $changes += $owners[$i] === $owners[$i - 1] ? 0 : 1;
        }
        $counts = array_map(static fn (array $did) => count($did['began']), $processes);
        $this->perSecond = array_sum(array_map(static fn (array $did) => count($did['began']) / $did['seconds'], $processes));
        $this->changesPerSecond = $changes / max(array_column($processes, 'seconds'));
        $this->leastShare = min($counts) / array_sum($counts);
        $this->longestWait = max(array_column($processes, 'longest'));
    }
}

/**
 * Runs processes in a loop. Each one wants the lock again at once.
 *
 * @param list<string> $contestants
 */
function measure_turnover(Contention $contention, array $contestants, float $seconds, int $rounds, Verdicts $verdicts): void
{
    $turnovers = [];
    // Each round has hundreds of turns, so half the rounds are enough.
    for ($round = 0; $round < $rounds / 2; $round++) {
        $turn = $round % count($contestants);
        foreach ([...array_slice($contestants, $turn), ...array_slice($contestants, 0, $turn)] as $contestant) {
            $turnovers[$contestant][] = loop_together($contention, $contestant, "loop-$round", $seconds);
        }
    }
    $of = static fn (string $contestant, string $what) => array_column($turnovers[$contestant], $what);

    printf("\n%d processes in a loop, sections of 1 ms\n", LOOPING);
    printf("  %-30s %14s  %17s  %18s  %14s\n", '', 'acquisitions/s', 'changes of hand/s', 'least share of any', 'longest wait s');
    foreach ($contestants as $contestant) {
        printf(
            "  %-30s %14.0f  %17.0f  %16.1f %%  %14.3f\n",
            WAITING_CONTESTANTS[$contestant],
            median($of($contestant, 'perSecond')),
            median($of($contestant, 'changesPerSecond')),
            100 * median($of($contestant, 'leastShare')),
            max($of($contestant, 'longestWait')),
        );
        if ($contestant !== 'mutex') {
            // With polling, the process that has just released the lock mostly takes it again, and the waiters get nothing.
            $ratio = median_ratio($of('mutex', 'changesPerSecond'), $of($contestant, 'changesPerSecond'));
            $verdicts->atLeast(20, $ratio, '× ' . WAITING_CONTESTANTS[$contestant] . ' in acquisitions by one that waited');
        }
    }
}

function loop_together(Contention $contention, string $contestant, string $name, float $seconds): Turnover
{
    for ($member = 0; $member < LOOPING; $member++) {
        $contention->tell($member, 'loop', $contestant, $name, $seconds);
        $contention->hear($member); // ready
    }
    for ($member = 0; $member < LOOPING; $member++) {
        $contention->tell($member, 'go');
    }
    for ($member = 0; $member < LOOPING; $member++) {
        $words = explode(' ', $contention->hear($member));
        $processes[] = [
            'seconds' => (float) $words[0],
            'longest' => (float) $words[1],
            'began' => array_map(intval(...), array_slice($words, 2)),
        ];
    }

    return new Turnover($processes);
}
