<?php

declare(strict_types=1);

/** The targets, and whether this run has reached them. A run that proves nothing judges nothing, and says why. */
final class Targets
{
    /** Of the quartiles' distance in the median: a figure that scatters more is not judged. */
    private const SCATTER = 0.25;

    /** @var array<string, array{?bool, string}> figure => whether it was reached, null if it is not judged; and the line */
    private array $lines = [];

    public function __construct(private readonly Results $results, private readonly Trust $trust)
    {
    }

    public function atLeast(float $target, string $figure, string $what): void
    {
        $this->judge($figure, static fn (float $measured) => $measured >= $target, "$what (at least $target)");
    }

    public function atMost(float $target, string $figure, string $what): void
    {
        $this->judge($figure, static fn (float $measured) => $measured <= $target, "$what (at most $target)");
    }

    /** Prints all targets. False: one of them was missed. */
    public function reached(): bool
    {
        $doubts = $this->trust->doubts('en');
        echo "\nTargets\n";
        foreach ($this->lines as [$reached, $line]) {
            $word = $doubts !== [] || $reached === null ? 'not judged' : ($reached ? 'reached' : 'MISSED');
            printf("  %-10s %s\n", $word, $line);
        }
        echo $this->lines === [] ? "  These parts have none.\n" : '';
        echo $doubts === [] ? '' : "\nNothing is judged: " . implode('; ', $doubts) . ".\n";

        return $doubts !== [] || !in_array(false, array_column($this->lines, 0), true);
    }

    private function judge(string $name, Closure $reached, string $what): void
    {
        $figure = $this->results->figure($name);
        $line = sprintf('%s: %s', $name, $what);
        if ($figure->median === null) {
            $this->lines[$name] = [null, "$line: not measured here"];

            return;
        }
        // A count may be 0, which has no share.
        $scatters = $figure->unit !== Figure::COUNT && $figure->scatter() > self::SCATTER;
        $measured = sprintf('%.4g', $figure->median);
        $doubt = $scatters ? sprintf(', but half of the rounds lie between %.4g and %.4g', $figure->low, $figure->high) : '';
        $this->lines[$name] = [$scatters ? null : $reached($figure->median), "$line: $measured$doubt"];
    }
}
