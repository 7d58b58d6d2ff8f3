<?php

declare(strict_types=1);

/** One figure: the median of what its rounds measured, with the quartiles as the spread. */
final class Figure
{
    /** Seconds. The page writes them as µs, ms or s. */
    public const TIME = 'time';
    /** How many times as good as something else. */
    public const RATIO = 'ratio';
    public const COUNT = 'count';
    public const BYTES = 'bytes';
    public const SHARE = 'share';
    private const UNITS = [self::TIME, self::RATIO, self::COUNT, self::BYTES, self::SHARE];

    private function __construct(
        public readonly string $unit,
        public readonly ?float $median,
        public readonly float $low = 0,
        public readonly float $high = 0,
        public readonly int $rounds = 0,
    ) {
        in_array($unit, self::UNITS, true) || throw new LogicException("There is no unit '$unit'.");
    }

    /** @param list<int|float> $rounds what each round measured; none: this machine could not measure it */
    public static function of(array $rounds, string $unit): self
    {
        return $rounds === []
            ? new self($unit, null)
            : new self($unit, median($rounds), percentile(25, $rounds), percentile(75, $rounds), count($rounds));
    }

    /** Returns the distance of the quartiles, as a share of the median. */
    public function scatter(): float
    {
        return $this->median ? abs(($this->high - $this->low) / $this->median) : 0;
    }

    /** @return array{string, ?float, float, float, int} for a file */
    public function toArray(): array
    {
        // Six digits are more than the page shows, and they keep the file readable.
        $short = static fn (?float $value) => $value === null ? null : (float) sprintf('%.6g', $value);

        return [$this->unit, $short($this->median), $short($this->low), $short($this->high), $this->rounds];
    }

    /** @param array{string, int|float|null, int|float, int|float, int} $stored */
    public static function fromArray(array $stored): self
    {
        [$unit, $median, $low, $high, $rounds] = $stored;

        return new self($unit, $median === null ? null : (float) $median, (float) $low, (float) $high, $rounds);
    }
}
