<?php
/*
 * Measures how long this process keeps its only thread, without the time in which it was ready to run and other processes had
 * the processors. So what it says does not depend on how busy the machine is. Used by FiberLoop and the tests of event loops.
 */

declare(strict_types=1);

namespace Tests;

final class Stopwatch
{
    private readonly int $began;
    private readonly int $waited;

    public function __construct()
    {
        $this->waited = self::waitedForProcessor();
        $this->began = hrtime(true);
    }

    public function seconds(): float
    {
        $took = hrtime(true) - $this->began;

        return max(0, $took - (self::waitedForProcessor() - $this->waited)) / 1e9;
    }

    /** The nanoseconds in which this thread was ready and did not run. */
    private static function waitedForProcessor(): int
    {
        // Linux counts here how long the thread ran, how long it waited for a processor, and how often it ran.
        $counted = explode(' ', (string) @file_get_contents('/proc/thread-self/schedstat'));

        return (int) ($counted[1] ?? throw new Failure('/proc/thread-self/schedstat says nothing'));
    }
}
