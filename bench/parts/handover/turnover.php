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

/** Runs processes in a loop. Each one wants the lock again at once. */
function measure_turnover(Run $run, Queues $queues): void
{
    // A library of another commit has processes of its own.
    $contestants = array_diff($queues->contestants(), ['base']);
    $turnovers = in_turns($run->rounds, array_combine($contestants, array_map(
        static fn (string $contestant) => static fn () => loop_together($run, $queues->contention, $contestant),
        $contestants,
    )));
    $changes = [];
    foreach (['mutex', ...array_keys(POLLING)] as $contestant) {
        $of = static fn (string $what) => array_column($turnovers[$contestant] ?? [], $what);
        $name = 'handover.loop.' . (POLLING[$contestant] ?? $contestant);
        $run->results->set("$name.changes", array_map(round(...), $changes[$contestant] = $of('changesPerSecond')), Figure::COUNT);
        $run->results->set("$name.share", $of('leastShare'), Figure::SHARE);
        $run->results->set("$name.longest", $of('longestWait'), Figure::TIME);
        if ($contestant !== 'mutex') {
            // With polling, the process that has just released the lock mostly takes it again, and the waiters get nothing.
            $theirs = array_map(static fn (float $some) => max($some, 1), $changes[$contestant]);
            $run->results->set("$name.ratio", $theirs === [] ? null : ratios($changes['mutex'], $theirs), Figure::RATIO);
            $run->targets->atLeast(20, "$name.ratio", 'times as many acquisitions by a process that waited');
        }
    }
}

function loop_together(Run $run, Contention $contention, string $contestant): Turnover
{
    static $loops = 0;
    $name = 'loop-' . ++$loops;
    $processes = [];
    for ($member = 0; $member < LOOPING; $member++) {
        $contention->tell($member, 'loop', $contestant, $name, Arrivals::SECTION, $run->seconds);
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
