<?php
/*
 * Runs the script of a worker below another program, such as unshare. The conversation with the test goes on
 * as before. Used by workers and by Container.
 */

declare(strict_types=1);

namespace Tests;

final class Under
{
    private const DONE = 'REDIS_MUTEX_LOCK_TEST_UNDER';

    /**
     * The first words of a worker: this process becomes the program, which runs the same PHP with the same
     * script. There it does nothing.
     */
    public static function program(string ...$command): void
    {
        if (getenv(self::DONE) === '1') {
            return;
        }
        // Each word of the command line ends with a NUL.
        $own = explode("\0", (string) file_get_contents('/proc/self/cmdline'));
        array_pop($own);
        pcntl_exec('/usr/bin/env', [self::DONE . '=1', ...$command, ...$own]);
        throw new Failure('cannot run ' . implode(' ', $command));
    }
}
