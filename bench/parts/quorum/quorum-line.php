<?php

declare(strict_types=1);

/** The turns of processes that want the same lock, and want it again at once, until the end of the measurement. */
final class QuorumLine
{
    /** Seconds from the beginning until the turns count: servers that fail have been noticed, and all stand in the queue. */
    public const WARM_UP = 1.0;

    public readonly float $perSecond;
    /** Seconds from a call of unlock() until the next one has the lock: the median. */
    public readonly float $handOver;
    /** Seconds, those of waits included that had no lock by the end. */
    public readonly float $longestWait;
    /** How many others had waited for longer, and waited on, when somebody got the lock: the mean. */
    public readonly float $overtaken;
    /** Processes without a single turn. */
    public readonly int $without;

    /**
     * @param non-empty-list<list<int>> $processes of each process: when it called lock(), had the lock, called unlock(), and so on
     * @param float $seconds that they ran for
     * @param float $margin seconds: who called so much later than another one may have joined the queue before it
     */
    public function __construct(array $processes, float $seconds, float $margin)
    {
        $began = min(array_map(static fn (array $times) => $times[0], $processes));
        $end = $began + (int) ($seconds * 1e9);
        $turns = $waits = [];
        foreach ($processes as $times) {
            foreach (array_chunk($times, 3) as $number => $turn) {
                // All begin at once, and nobody knows who joined first.
                $waits[] = [$number === 0 ? $began : $turn[0], $turn[1] ?? PHP_INT_MAX];
                if (isset($turn[1])) {
                    $turns[$turn[1]] = [$number === 0 ? $began : $turn[0], $turn[2]];
                }
            }
        }
        ksort($turns);
        $counts = $began + (int) (self::WARM_UP * 1e9);
        $overtaken = $handOvers = [];
        $unlocking = null;
        foreach ($turns as $locked => [$called, $next]) {
            if ($unlocking !== null && $locked < $unlocking) {
                throw new RuntimeException('Two processes had the lock at once.');
            }
            if ($locked > $counts && $locked <= $end) {
                $earlier = $called - (int) ($margin * 1e9);
                $overtaken[] = count(array_filter($waits, static fn (array $wait) => $wait[0] < $earlier && $wait[1] > $locked));
                $handOvers[] = ($locked - ($unlocking ?? $began)) / 1e9;
            }
            $unlocking = $next;
        }
        $last = array_filter($waits, static fn (array $wait) => $wait[1] > $counts);
        $this->perSecond = count($overtaken) / ($seconds - self::WARM_UP);
        $this->handOver = $handOvers === [] ? $seconds : median($handOvers);
        $this->overtaken = $overtaken === [] ? 0 : array_sum($overtaken) / count($overtaken);
        $this->longestWait = max([0, ...array_map(static fn (array $wait) => (min($wait[1], $end) - $wait[0]) / 1e9, $last)]);
        $this->without = count(array_filter($processes, static fn (array $times) => count($times) < 3));
    }
}
