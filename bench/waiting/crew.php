<?php

declare(strict_types=1);

/** Processes that do the same in a scene: how many, with which lock of waiting_lock(), and how long their turns and pauses are. */
final class Crew
{
    /**
     * @param ?int $together how many may have one name at once, of all crews: 1 for a lock; null: any number of shares
     * @param array{int, int} $section the fewest and most microseconds of a turn
     * @param int $pause microseconds between two turns
     * @param array{int, int} $names how many names a turn wants, of how many
     */
    public function __construct(
        public readonly string $contestant,
        public readonly int $size,
        public readonly ?int $together,
        public readonly array $section,
        public readonly int $pause = 0,
        public readonly array $names = [1, 1],
    ) {
    }

    /** @return list<int|float|string> the order for one of its processes */
    public function order(string $name, float $seconds): array
    {
        return ['turns', $this->contestant, $name, ...$this->names, ...$this->section, $this->pause, $seconds];
    }
}
