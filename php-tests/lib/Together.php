<?php
/*
 * Cases of one test that wait for silences and deadlines, and do so at the same time: each case is a forked process, which
 * makes its own clients, proxies and objects. Used by phpt files.
 */

declare(strict_types=1);

namespace Tests;

final class Together
{
    private const DONE = 'done';
    private const DONE_OVER_TLS = 'done over TLS';

    /**
     * Calls $do once for each case, with the value and the key of the case. Fails with the names of the cases that fail.
     *
     * @param array<int|string, mixed> $cases
     * @param callable(mixed, int|string): void $do
     * @param int $most so many processes run at once
     */
    public static function each(array $cases, callable $do, int $most = 12, float $seconds = 120): void
    {
        $end = Deadline::in($seconds);
        $waiting = $cases;
        $running = $failures = [];
        while ($waiting !== [] || $running !== []) {
            while ($waiting !== [] && count($running) < $most) {
                $case = array_key_first($waiting);
                $running[$case] = self::begin($do, $waiting[$case], $case);
                unset($waiting[$case]);
            }
            $read = array_map(static fn (array $process) => $process[1], $running);
            [$none, $left] = [null, max(0.0, $end->left())];
            if (@stream_select($read, $none, $none, (int) $left, (int) (1e6 * fmod($left, 1))) === 0) {
                exec('kill -KILL ' . implode(' ', array_column($running, 0)));
                throw new Failure('after ' . $seconds . ' s these cases still run: ' . implode('; ', array_keys($running)));
            }
            foreach (array_keys($read) as $case) {
                [$pid, $pipe] = $running[$case];
                $said = stream_get_contents($pipe);
                pcntl_waitpid($pid, $status);
                unset($running[$case]);
                match ($said) {
                    self::DONE => null,
                    self::DONE_OVER_TLS => Pass::lead(),
                    default => $failures[] = "$case: " . ($said === '' ? 'it ended early' : $said),
                };
            }
        }
        if ($failures !== []) {
            throw new Failure(implode("\n", $failures));
        }
    }

    /** @return array{int, resource} the id of the process, and what it says at its end */
    private static function begin(callable $do, mixed $value, int|string $case): array
    {
        [$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $pid = pcntl_fork();
        if ($pid === 0) {
            fclose($ours);
            try {
                $do($value, $case);
                $said = Pass::isLed() ? self::DONE_OVER_TLS : self::DONE;
            } catch (\Throwable $thrown) {
                $said = (string) $thrown;
            }
            fwrite($its, $said);
            exit(0);
        }
        fclose($its);

        return [$pid, $ours];
    }
}
