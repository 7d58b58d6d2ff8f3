<?php
/*
 * A command of the runner: shown on the console while it runs, and captured. Used by CargoStep and PhptStep.
 */

declare(strict_types=1);

namespace Tests;

final class Command
{
    private function __construct(public readonly int $code, public readonly string $output)
    {
    }

    /**
     * @param list<string> $command
     * @param array<string, string|null> $env
     */
    public static function show(array $command, array $env = []): self
    {
        // stderr into stdout, or the two would not stay in order. `timeout` gives the command a process
        // group of its own, and ends all of that when it is told to, or when we are gone.
        $whole = ['timeout', '--kill-after=5', '3600', 'sh', '-c', 'exec "$@" 2>&1', 'sh', ...$command];
        $process = new Process($whole, '/dev/null', $env, talks: true, orphaned: 'TERM');
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
}
