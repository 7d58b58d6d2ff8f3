<?php
/*
 * Cases of one test that wait for silences and deadlines, and do so at the same time: each case is a forked process, which
 * makes its own clients, proxies and objects. Used by phpt files.
 */

declare(strict_types=1);

namespace Tests;

final class Together
{
    /**
     * Calls $do once for each case, with the value and the key of the case. Returns what it returned, by the same keys. Fails
     * with the names of the cases that fail.
     *
     * @param array<int|string, mixed> $cases
     * @param callable(mixed, int|string): mixed $do
     * @param int $most so many processes run at once
     * @return array<int|string, mixed>
     */
    public static function each(array $cases, callable $do, int $most = 6, float $seconds = 120): array
    {
        $end = Deadline::in($seconds);
        $waiting = $cases;
        $running = $failures = $results = [];
        while ($waiting !== [] || $running !== []) {
            while ($waiting !== [] && count($running) < $most) {
                $case = array_key_first($waiting);
                $running[$case] = self::begin($do, $waiting[$case], $case);
                unset($waiting[$case]);
            }
            foreach (self::ended($running, $end) as $case) {
                [$pid, $pipe] = $running[$case];
                // A process that ends early says nothing.
                [$led, $failure, $results[$case]] = @unserialize((string) stream_get_contents($pipe)) ?: [false, 'it ended early', null];
                pcntl_waitpid($pid, $status);
                unset($running[$case]);
                $led && Pass::lead();
                $name = is_int($case) && is_string($cases[$case]) ? $cases[$case] : $case;
                $failure === null || $failures[] = "$name: $failure";
            }
        }
        if ($failures !== []) {
            throw new Failure(implode("\n", $failures));
        }

        return array_replace($cases, $results);
    }

    /** @return array{int, resource} the id of the process, and what it says at its end */
    private static function begin(callable $do, mixed $value, int|string $case): array
    {
        [$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $pid = pcntl_fork();
        if ($pid === 0) {
            fclose($ours);
            $failure = $result = null;
            try {
                $result = $do($value, $case);
            } catch (\Throwable $thrown) {
                $failure = (string) $thrown;
            }
            fwrite($its, serialize([Pass::isLed(), $failure, $result]));
            exit(0);
        }
        fclose($its);

        return [$pid, $ours];
    }

    /**
     * Waits until some of the processes have ended.
     *
     * @param array<int|string, array{int, resource}> $running
     * @return list<int|string> their cases
     */
    private static function ended(array $running, Deadline $end): array
    {
        do {
            $read = array_column($running, 1);
            $none = null;
            // A signal ends select with a warning and false.
            if (@stream_select($read, $none, $none, 1) > 0) {
                return array_keys(array_filter($running, static fn (array $process): bool => in_array($process[1], $read, true)));
            }
        } while (!$end->passed());
        exec('kill -KILL ' . implode(' ', array_column($running, 0)));
        throw new Failure('these cases do not end: ' . implode('; ', array_keys($running)));
    }
}
