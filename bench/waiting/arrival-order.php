<?php

declare(strict_types=1);

/** The turns of some waiters behind a holder. The waiters came in a known order, and each had one turn. */
final class ArrivalOrder
{
    /** @var non-empty-list<array{int, int}> the turns in the order of time; the first is the holder's */
    private array $granted;
    private readonly int $outOfPlace;

    /** @param non-empty-list<array{int, int}> $turns in the order of arrival: when each had the lock, and when it called unlock */
    public function __construct(array $turns)
    {
        $order = array_keys($turns);
        usort($order, static fn (int $a, int $b) => $turns[$a][0] <=> $turns[$b][0]);
        $this->outOfPlace = count(array_diff_assoc($order, array_keys($turns)));
        $this->granted = array_map(static fn (int $arrived) => $turns[$arrived], $order);
    }

    /** @return non-empty-list<float> seconds from a call of unlock to the next one's return from lock */
    public function handOvers(): array
    {
        $took = [];
        for ($i = 1; $i < count($this->granted); $i++) {
            $took[] = ($this->granted[$i][0] - $this->granted[$i - 1][1]) / 1e9;
            if (end($took) < 0) {
                throw new RuntimeException('Two processes had the lock at once.');
            }
        }

        return $took;
    }

    /**
     * The wait of the last waiter from the beginning of the holder's section, divided by the sections before it. The real
     * lengths of the sections count, so a machine that sleeps too long makes no difference.
     */
    public function longestToIdeal(): float
    {
        $sections = array_map(static fn (array $turn) => $turn[1] - $turn[0], array_slice($this->granted, 0, -1));

        return (end($this->granted)[0] - $this->granted[0][0]) / array_sum($sections);
    }

    /** How many waiters had their turn in another place than that of their arrival. */
    public function outOfPlace(): int
    {
        return $this->outOfPlace;
    }
}
