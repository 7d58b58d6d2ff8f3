<?php

declare(strict_types=1);

/** The targets, and whether this run has reached them. */
final class Verdicts
{
    /** @var list<array{bool, string}> */
    private array $lines = [];

    public function atLeast(float $target, float $measured, string $what): void
    {
        $this->lines[] = [$measured >= $target, sprintf('%8.3f %s (at least %.2f)', $measured, $what, $target)];
    }

    public function atMost(float $target, float $measured, string $what): void
    {
        $this->lines[] = [$measured <= $target, sprintf('%8.3f %s (at most %.2f)', $measured, $what, $target)];
    }

    /** Prints all targets. True: all were reached. */
    public function reached(): bool
    {
        echo $this->lines ? "\nTargets\n" : '';
        foreach ($this->lines as [$reached, $line]) {
            echo $reached ? '  PASS' : '  MISS', " $line\n";
        }

        return !in_array(false, array_column($this->lines, 0), true);
    }
}
