<?php
/*
 * What the runner has counted, over all its steps. Used by run.php and its steps.
 */

declare(strict_types=1);

namespace Tests;

final class Tally
{
    private int $passed = 0;
    /** @var list<string> */
    private array $failed = [];
    /** @var list<string> */
    private array $skipped = [];

    public function passed(int $count = 1): void
    {
        $this->passed += $count;
    }

    public function failed(string $name): void
    {
        $this->failed[] = $name;
    }

    public function skipped(string $name): void
    {
        $this->skipped[] = $name;
    }

    public function print(): void
    {
        foreach (['failed' => $this->failed, 'skipped' => $this->skipped] as $what => $names) {
            foreach ($names as $name) {
                echo "$what: $name\n";
            }
        }
        printf("%d passed, %d failed, %d skipped\n", $this->passed, count($this->failed), count($this->skipped));
    }

    /** A skipped test is a promise that nobody looked at: as bad as a failed one. */
    public function good(): bool
    {
        return $this->failed === [] && $this->skipped === [] && $this->passed > 0;
    }
}
