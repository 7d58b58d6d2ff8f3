<?php

declare(strict_types=1);

/** Some waited behind a holder, in a known order, and each had its turn once. */
final class LineUp
{
    /** @var non-empty-list<array{int, int}> the turns in the order in which they came; the first is the holder's */
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

    /** @return non-empty-list<float> milliseconds from a call of unlock to the next one's return from lock */
    public function handOvers(): array
    {
        $took = [];
        for ($i = 1; $i < count($this->granted); $i++) {
            $took[] = ($this->granted[$i][0] - $this->granted[$i - 1][1]) / 1e6;
            if (end($took) < 0) {
                throw new RuntimeException('Two processes had the lock at once.');
            }
        }

        return $took;
    }

    /**
     * How long the last one waited from the beginning of the holder's section, beside the sections that it had to
     * wait for: as long as these really were, so that a machine that oversleeps does not count.
     */
    public function longestToIdeal(): float
    {
        $sections = array_map(static fn (array $turn) => $turn[1] - $turn[0], array_slice($this->granted, 0, -1));

        return (end($this->granted)[0] - $this->granted[0][0]) / array_sum($sections);
    }

    /** How many had another place than that of their arrival. */
    public function outOfPlace(): int
    {
        return $this->outOfPlace;
    }
}
