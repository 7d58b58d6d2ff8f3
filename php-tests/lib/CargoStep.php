<?php
/*
 * The Rust side of the suite: format, lints, tests. Used by run.php.
 */

declare(strict_types=1);

namespace Tests;

final class CargoStep
{
    /** The hammer and the fuzzer run at the same time, and their leases are short: they get the CPU first. */
    private const AFTER_OTHERS = ['nice', '-n', '19'];

    public function __construct(private readonly Tally $tally)
    {
    }

    /** Runs a command that is one check: its exit status decides. Returns whether it passed. */
    public function check(string ...$arguments): bool
    {
        $name = 'cargo ' . implode(' ', $arguments);
        echo "== $name\n";
        $passed = Command::show([...self::AFTER_OTHERS, 'cargo', ...$arguments])->code === 0;
        $passed ? $this->tally->passed() : $this->tally->failed($name);

        return $passed;
    }

    /** @param array<string, string> $env */
    public function test(array $env, string ...$arguments): void
    {
        $command = self::testCommand($arguments);
        echo '== ' . implode(' ', $command) . "\n";
        $run = Command::show([...self::AFTER_OTHERS, ...$command], $env);
        $this->judge(implode(' ', $command), $run->code, $run->output);
    }

    /**
     * Starts tests beside other steps. They are built while those run, because cargo builds one thing at a time. The returned
     * function shows them to their end.
     *
     * @param string $output the file for their output
     * @param array<string, string> $env
     * @return \Closure(): void
     */
    public function testAside(string $output, array $env, string ...$arguments): \Closure
    {
        $command = self::testCommand($arguments);
        $follow = Command::aside([...self::AFTER_OTHERS, ...$command], $output, $env);

        return function () use ($command, $follow, $output): void {
            echo '== ' . implode(' ', $command) . "\n";
            $this->judge(implode(' ', $command), $follow(), (string) file_get_contents($output));
        };
    }

    /**
     * @param array<int|string, string> $arguments
     * @return list<string>
     */
    private static function testCommand(array $arguments): array
    {
        // --no-fail-fast: without it cargo stops at the first failing binary, and later tests are not counted.
        return ['cargo', 'test', '--locked', '--no-fail-fast', ...array_values($arguments)];
    }

    private function judge(string $name, int $code, string $output): void
    {
        preg_match_all('/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/m', $output, $results);
        preg_match_all('/^test (.+) \.\.\. FAILED/m', $output, $failed);
        preg_match_all('/^test (.+) \.\.\. ignored/m', $output, $ignored);
        $this->tally->passed((int) array_sum($results[1]));
        array_walk($failed[1], fn (string $test) => $this->tally->failed("$name: $test"));
        array_walk($ignored[1], fn (string $test) => $this->tally->skipped("$name: $test"));

        $reported = [(int) array_sum($results[2]), (int) array_sum($results[3])];
        if ($results[0] === [] || $reported !== [count($failed[1]), count($ignored[1])]) {
            $this->tally->failed("$name: its output was not understood");
        } elseif ($code !== 0 && $reported[0] === 0) {
            $this->tally->failed("$name: exit status $code");
        } elseif (array_sum($results[1]) + array_sum($reported) === 0) {
            // A filter that matches no test, after one was renamed, would always pass.
            $this->tally->failed("$name: it ran no test");
        }
    }
}
