<?php
/*
 * Runs the script of a worker through another program, such as unshare. The worker and the test go on talking as before.
 * Used by workers, Container and DebianCopy.
 */

declare(strict_types=1);

namespace Tests;

final class Under
{
    private const DONE = 'REDIS_MUTEX_LOCK_TEST_UNDER';

    /**
     * Returns the command that runs a program in namespaces of its own, as we are or with a user namespace. Null: the kernel
     * permits neither.
     *
     * @param string ...$options of unshare, such as `--pid`
     * @return list<string>|null
     */
    public static function unshare(string ...$options): ?array
    {
        foreach ([['unshare'], ['unshare', '--user', '--map-root-user']] as $command) {
            $command = [...$command, ...$options];
            exec(implode(' ', $command) . ' true 2>/dev/null', result_code: $code);
            if ($code === 0) {
                return $command;
            }
        }

        return null;
    }

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
