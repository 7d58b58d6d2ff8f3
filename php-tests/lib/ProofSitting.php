<?php
/*
 * One sitting of one part of the long proof: rounds with one seed after the other, until the count is reached, the time is over or
 * a round finds something. Used by prove.php.
 */

declare(strict_types=1);

namespace Tests;

final class ProofSitting
{
    /** The line of a round that says what it has found. */
    private const SAYS_WHAT = '/^(?:WRONG: |Fatal error: |failed: |skipped: |MODEL=|error: |.*panicked at |elsewhere: ).*$/m';

    /** The line of a tool that could not begin, as where it is not root or no package can be had. Tests that crashed had begun. */
    private const CANNOT_BEGIN = '/^(?:elsewhere|setup): (?!the tests have ended).*$/m';

    /** The exit status of `timeout`, which ends what takes too long. */
    private const TOO_LONG = 124;

    /** Hours after which a round is ended. With AddressSanitizer one run of all tests takes an hour. */
    private const HOURS = 4;

    public function __construct(
        private readonly ProofPart $part,
        private readonly ProofLedger $ledger,
        private readonly ProofCode $code,
    ) {
    }

    /** Returns whether the count was reached and nothing was found. */
    public function run(int $seed, int $goal, float $minutes): bool
    {
        $began = hrtime(true);
        [$date, $first, $commit] = [date('Y-m-d'), $seed, $this->code->commit()];
        $count = 0;
        $among = [];
        $row = null;
        do {
            $this->announce($seed, $count, $goal);
            $round = Command::show(($this->part->command)($seed, $goal - $count), $this->part->environment($seed), self::HOURS);
            $done = self::sum($this->part->counted, $round->output);
            if ($done === 0 && preg_match(self::CANNOT_BEGIN, $round->output, $why) === 1) {
                // A row of it would say that the code is wrong.
                echo "not run: $why[0]\n";

                return false;
            }
            $count += $done;
            foreach ($this->part->among as $what => $pattern) {
                $among[$what] = ($among[$what] ?? 0) + self::sum($pattern, $round->output);
            }
            $seconds = (hrtime(true) - $began) / 1e9;
            $found = match (true) {
                $round->code !== 0 || $done === 0 => ProofRow::wrong($this->problem($seed, $round)),
                $count >= $goal => ProofRow::NOTHING,
                // The row of a run that is ended before the next round says this too.
                default => "nothing in $count of $goal, and then the time was over",
            };
            // After each round, so that nothing is lost if this process is ended.
            $seeds = $this->part->isSeeded ? "$first-$seed" : '-';
            // A round reads the files that stand here, so a file that was changed meanwhile was perhaps part of it.
            $commit = $this->code->marked($commit);
            $next = new ProofRow(
                $date, $commit, self::machine(), $this->part->name, $seeds, $count, $among, (int) round($seconds), $found,
            );
            $this->ledger->put($next, $row);
            $row = $next;
            $seed++;
        } while (!$row->isWrong() && $count < $goal && $seconds < $minutes * 60);
        echo $row->line(), "\n";

        return $row->found === ProofRow::NOTHING;
    }

    private function announce(int $seed, int $count, int $goal): void
    {
        $seed = $this->part->isSeeded ? " seed $seed" : '';
        printf("== %s%s: %d of %d %s\n", $this->part->name, $seed, $count, $goal, $this->part->unit);
    }

    private static function sum(string $pattern, string $output): int
    {
        preg_match_all($pattern, $output, $found);

        return array_sum(array_map(intval(...), $found[1]));
    }

    /** The first line that says what a round has found. */
    private function problem(int $seed, Command $round): string
    {
        preg_match(self::SAYS_WHAT, $round->output, $line);
        $else = $round->code === self::TOO_LONG ? 'it was ended after ' . self::HOURS . ' hours' : 'it did not say why';

        return ($this->part->isSeeded ? "seed $seed, " : '') . "exit status $round->code: " . ($line[0] ?? $else);
    }

    private static function machine(): string
    {
        $cpuinfo = (string) @file_get_contents('/proc/cpuinfo');
        $cores = preg_match_all('/^processor\s*:/m', $cpuinfo);
        $name = preg_match('/^model name\s*:\s*(.*)$/m', $cpuinfo, $model) === 1 ? $model[1] : php_uname('m');

        return "$name, $cores cores";
    }
}
