<?php
/*
 * A command of the runner or of a test. It is shown on the console while it runs, or runs aside and is shown later, or its
 * output is returned. Used by run.php and its steps, and by the tests of packages.
 */

declare(strict_types=1);

namespace Tests;

final class Command
{
    /** What is shown bounds itself, so this is the last resort. All tests with AddressSanitizer take one hour. */
    private const HOURS = 2;

    private function __construct(public readonly int $code, public readonly string $output)
    {
    }

    /**
     * @param list<string> $command
     * @param array<string, string|null> $env
     * @param int $hours after which it is ended, with exit status 124
     */
    public static function show(array $command, array $env = [], int $hours = self::HOURS): self
    {
        $process = new Process(self::guarded($command, $hours), '/dev/null', $env, talks: true, orphaned: 'TERM');
        fclose($process->stdin);
        $output = '';
        while (!feof($process->stdout)) {
            if (Deadline::in(60)->readable($process->stdout)) {
                $bytes = (string) fread($process->stdout, 65536);
                $output .= $bytes;
                echo $bytes;
            }
        }

        return new self($process->wait(60) ?? 255, $output);
    }

    /**
     * Starts a command whose output goes to a file. The returned function prints that output from its beginning, and
     * returns the exit status when the command has ended.
     *
     * @param list<string> $command
     * @param array<string, string|null> $env
     * @return \Closure(): int
     */
    public static function aside(array $command, string $output, array $env = []): \Closure
    {
        $process = new Process(self::guarded($command, self::HOURS), $output, $env, orphaned: 'TERM');

        return static function () use ($process, $output): int {
            $shown = 0;
            do {
                $running = $process->running();
                $bytes = (string) file_get_contents($output, offset: $shown);
                $shown += strlen($bytes);
                echo $bytes;
                usleep($running ? 100_000 : 0);
            } while ($running);

            return (int) $process->wait(0);
        };
    }

    /**
     * Runs a command that must succeed, and returns what it printed.
     *
     * @param list<string> $command
     * @param array<string, string|null> $env
     */
    public static function mustRun(array $command, array $env = [], float $seconds = 120): string
    {
        $dir = new TempDir();
        $code = (new Process($command, $dir->file('output'), $env))->wait($seconds);
        Check::same(0, $code, implode(' ', $command) . ': ' . $dir->read('output'));

        return trim($dir->read('output'));
    }

    /**
     * @param list<string> $command
     * @return list<string>
     */
    private static function guarded(array $command, int $hours): array
    {
        // stderr goes into stdout, so that both stay in order. `timeout` gives the command a process group of its own,
        // and ends that group when it gets a signal, or when this process is gone.
        return ['timeout', '--kill-after=5', "{$hours}h", 'sh', '-c', 'exec "$@" 2>&1', 'sh', ...$command];
    }
}
