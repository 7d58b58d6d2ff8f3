<?php
/*
 * One sitting of one part of the long proof, as a line of docs/proof.tsv. Used by ProofLedger, ProofSitting and ProofSum.
 */

declare(strict_types=1);

namespace Tests;

final class ProofRow
{
    public const HEAD = ['date', 'commit', 'machine', 'part', 'seeds', 'count', 'among', 'seconds', 'found'];
    public const NOTHING = 'nothing';
    /** Before the text of what went wrong. What has no such word before it was only too short. */
    private const WRONG = 'wrong: ';
    private const DIRTY = '-dirty';

    /**
     * @param string $commit with a mark if the code was not that of the commit
     * @param string $seeds as `7-12`; `-` without seeds
     * @param array<string, int> $among
     */
    public function __construct(
        public readonly string $date,
        public readonly string $commit,
        public readonly string $machine,
        public readonly string $part,
        public readonly string $seeds,
        public readonly int $count,
        public readonly array $among,
        public readonly int $seconds,
        public readonly string $found,
    ) {
    }

    public static function dirty(string $commit): string
    {
        return str_ends_with($commit, self::DIRTY) ? $commit : $commit . self::DIRTY;
    }

    public static function wrong(string $problem): string
    {
        return self::WRONG . substr(trim((string) preg_replace('/\s+/', ' ', $problem)), 0, 300);
    }

    public static function read(string $line): self
    {
        $cells = explode("\t", $line);
        if (count($cells) !== count(self::HEAD)) {
            throw new Failure('a row of the proof has the cells ' . implode(', ', self::HEAD) . ", not: $line");
        }
        [$date, $commit, $machine, $part, $seeds, $count, $among, $seconds, $found] = $cells;
        preg_match_all('/(\w+) (\d+)/', $among, $pairs);

        return new self(
            $date, $commit, $machine, $part, $seeds, (int) $count,
            array_map(intval(...), array_combine($pairs[1], $pairs[2])), (int) $seconds, $found,
        );
    }

    public function line(): string
    {
        $among = implode(', ', array_map(static fn (string $what, int $many): string => "$what $many", array_keys($this->among), $this->among));

        return implode("\t", [
            $this->date, $this->commit, $this->machine, $this->part, $this->seeds, $this->count, $among ?: '-', $this->seconds, $this->found,
        ]);
    }

    public function isDirty(): bool
    {
        return str_ends_with($this->commit, self::DIRTY);
    }

    public function isWrong(): bool
    {
        return str_starts_with($this->found, self::WRONG);
    }

    public function firstSeed(): int
    {
        return (int) $this->seeds;
    }

    /** The first seed after those of this row. */
    public function nextSeed(): int
    {
        return 1 + (int) (explode('-', $this->seeds)[1] ?? $this->seeds);
    }
}
