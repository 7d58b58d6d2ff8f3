<?php
/*
 * For how long a background event has run, as the process sees it that Laravel starts behind the command. A lock that is younger
 * belongs to a newer run. This class reads /proc, and asks no clock, because a container may have another clock than its /proc.
 * EventMutex uses it where a run does not know its owner token.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Scheduling;

final class RunAge
{
    /** How often Linux counts in a second in /proc/…/stat, on all processors that have PHP packages. */
    private const TICKS = 100;
    /** Places behind the name of the process in /proc/…/stat, as proc_pid_stat(5) says: its parent, and its start in ticks. */
    private const PARENT = 1;
    private const STARTED = 19;

    /** Returns the seconds. Null: the system does not say. */
    public static function ofThisProcess(): ?float
    {
        $began = self::number(self::STARTED, self::ofShell());
        $now = self::number(self::STARTED, self::ofNewProcess());

        return $began === null || $now === null ? null : ($now - $began) / self::TICKS;
    }

    /** Returns the stat of the shell that has run the command. Some shells become the last process that they start. */
    private static function ofShell(): string
    {
        $own = (string) @file_get_contents('/proc/self/stat');
        $parent = '/proc/' . self::number(self::PARENT, $own);
        $isShell = str_contains((string) @file_get_contents("$parent/cmdline"), 'schedule:finish');

        return $isShell ? (string) @file_get_contents("$parent/stat") : $own;
    }

    /** Returns the stat of a process that begins now. */
    private static function ofNewProcess(): string
    {
        $process = @proc_open(['cat', '/proc/self/stat'], [1 => ['pipe', 'w'], 2 => ['file', '/dev/null', 'w']], $pipes);
        if (!is_resource($process)) {
            return '';
        }
        /** @var array<int, resource> $pipes */
        $stat = (string) stream_get_contents($pipes[1]);
        fclose($pipes[1]);
        proc_close($process);

        return $stat;
    }

    private static function number(int $place, string $stat): ?int
    {
        // The name of a process may have spaces and brackets, and nothing behind it has.
        $behind = strrpos($stat, ') ');
        $word = $behind === false ? '' : explode(' ', substr($stat, $behind + 2))[$place] ?? '';

        return is_numeric($word) ? (int) $word : null;
    }
}
