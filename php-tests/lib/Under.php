<?php
/*
 * Runs the script of a worker through another program, such as unshare. The worker and the test go on talking as before.
 * Used by workers and by Container.
 */

declare(strict_types=1);

namespace Tests;

final class Under
{
    private const DONE = 'REDIS_MUTEX_LOCK_TEST_UNDER';

    /**
     * The first line of a worker's script: this process becomes the program, which runs the same PHP with the same
     * script. In that second run this call does nothing.
     */
    public static function program(string ...$command): void
    {
        if (getenv(self::DONE) === '1') {
            return;
        }
        // A NUL ends each word of the command line.
        $own = explode("\0", (string) file_get_contents('/proc/self/cmdline'));
        array_pop($own);
        pcntl_exec('/usr/bin/env', [self::DONE . '=1', ...$command, ...$own]);
        throw new Failure('cannot run ' . implode(' ', $command));
    }
}
