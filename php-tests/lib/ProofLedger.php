<?php
/*
 * The rows of the long proof, a sitting of a part each. Used by prove.php, ProofSitting and ProofPage.
 */

declare(strict_types=1);

namespace Tests;

final class ProofLedger
{
    public function __construct(private readonly string $file)
    {
    }

    /** @return list<ProofRow> the oldest first */
    public function rows(): array
    {
        return array_map(ProofRow::read(...), $this->lines());
    }

    /** Adds a row, or puts it in the place of $before. Rows that another sitting has added meanwhile stay. */
    public function put(ProofRow $row, ?ProofRow $before = null): void
    {
        is_dir(dirname($this->file)) || mkdir(dirname($this->file), recursive: true);
        $lines = [...array_diff($this->lines(), [$before?->line()]), $row->line()];
        // A reader, and an end of this process, meets the old file or the new one.
        file_put_contents("$this->file.new", implode("\n", [implode("\t", ProofRow::HEAD), ...$lines]) . "\n");
        rename("$this->file.new", $this->file);
    }

    /** The first seed that no row of the part has used. */
    public function nextSeed(ProofPart $part): int
    {
        $rows = array_filter($this->rows(), static fn (ProofRow $row): bool => $row->part === $part->name);

        return max([1, ...array_map(static fn (ProofRow $row): int => $row->nextSeed(), array_values($rows))]);
    }

    /**
     * What the rows of one code do not prove.
     *
     * @param \Closure(string): bool $isSame whether a commit has that code
     * @return list<string>
     */
    public function missing(\Closure $isSame): array
    {
        $missing = [];
        $rows = $this->rows();
        foreach (ProofPart::all() as $name => $part) {
            $sum = ProofSum::of($part, $rows, $isSame);
            if (!$sum->isReached()) {
                $missing[] = "$name has " . $sum->text('en');
            }
            foreach ($sum->faults as $fault) {
                $missing[] = "$name: $fault";
            }
        }

        return $missing;
    }

    /** @return list<string> */
    private function lines(): array
    {
        return array_slice(explode("\n", trim((string) @file_get_contents($this->file))), 1);
    }
}
