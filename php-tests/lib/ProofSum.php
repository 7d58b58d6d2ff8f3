<?php
/*
 * The sum of the sittings of one part that tested the same code. A row of a dirty tree or of other code does not count, and no
 * seed counts twice, because it would repeat a round. Used by prove.php, ProofLedger and ProofPage.
 */

declare(strict_types=1);

namespace Tests;

final class ProofSum
{
    private const UNITS = [
        'sections' => '个临界区', 'calls' => '次调用', 'runs' => '次运行', 'schedules' => '种调度', 'tests' => '个测试',
    ];

    /** @var list<ProofRow> */
    public readonly array $rows;
    public readonly int $count;
    /** @var array<string, int> */
    public readonly array $among;
    public readonly int $seconds;
    /** @var list<string> what went wrong */
    public readonly array $faults;

    /**
     * @param list<ProofRow> $rows that count
     * @param list<ProofRow> $all of the same code, of which each fault counts
     */
    private function __construct(private readonly ProofPart $part, array $rows, array $all)
    {
        $this->rows = $rows;
        $this->count = array_sum(array_column($rows, 'count'));
        $this->seconds = array_sum(array_column($rows, 'seconds'));
        $among = [];
        foreach (array_keys($part->among) as $what) {
            $among[$what] = array_sum(array_column(array_column($rows, 'among'), $what));
        }
        $this->among = array_filter($among);
        $wrong = array_filter($all, static fn (ProofRow $row): bool => $row->isWrong());
        $this->faults = array_column(array_values($wrong), 'found');
    }

    /**
     * @param list<ProofRow> $rows of all parts
     * @param \Closure(string): bool $isSame whether a commit has the code of this sum
     */
    public static function of(ProofPart $part, array $rows, \Closure $isSame): self
    {
        $all = array_values(array_filter($rows, static fn (ProofRow $row): bool =>
            $row->part === $part->name && !$row->isDirty() && $isSame($row->commit)));
        if (!$part->isSeeded) {
            // Each row is a whole, so the newest one says it all.
            return new self($part, array_slice($all, -1), $all);
        }
        $inOrder = $all;
        usort($inOrder, static fn (ProofRow $a, ProofRow $b): int => $a->firstSeed() <=> $b->firstSeed());
        $counting = [];
        $next = 0;
        foreach ($inOrder as $row) {
            if ($row->firstSeed() >= $next) {
                $counting[] = $row;
                $next = $row->nextSeed();
            }
        }

        return new self($part, $counting, $all);
    }

    public function isReached(): bool
    {
        return $this->count >= $this->part->goal;
    }

    /** The count, and the goal as long as it is not reached. */
    public function text(string $language): string
    {
        [$unit, $of] = $language === 'en' ? [' ' . $this->part->unit, '%s of %s'] : [' ' . self::UNITS[$this->part->unit], '%s / %s'];
        $count = number_format($this->count);
        $goal = $this->part->isSeeded ? number_format($this->part->goal) : '';

        return ($this->isReached() || $goal === '' ? $count : sprintf($of, $count, $goal)) . $unit;
    }
}
