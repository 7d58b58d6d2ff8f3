<?php
/*
 * Counts the tests of all steps of the runner. Used by run.php and its steps.
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

    /** Writes the counts to a file, for a process that adds them to its own. */
    public function save(string $file): void
    {
        file_put_contents($file, json_encode([$this->passed, $this->failed, $this->skipped], JSON_THROW_ON_ERROR));
    }

    /** Adds the counts that $what has saved. $code is the exit status of $what. */
    public function add(string $file, string $what, int $code): void
    {
        $saved = json_decode((string) @file_get_contents($file), true);
        if (!is_array($saved)) {
            $this->failed("$what: no result, exit status $code");

            return;
        }
        [$passed, $failed, $skipped] = $saved;
        $this->passed += $passed;
        array_push($this->failed, ...$failed);
        array_push($this->skipped, ...$skipped);
        if ($code !== 0 && $failed === [] && $skipped === []) {
            $this->failed("$what: exit status $code");
        }
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

    /** A skipped test proves nothing, so it counts as a failure. */
    public function good(): bool
    {
        return $this->failed === [] && $this->skipped === [] && $this->passed > 0;
    }
}
