<?php
/*
 * What the processes of another container look like to those of ours: the script of a worker in a PID namespace
 * of its own. Who looks from in there at the other end of a Unix socket finds no process, but a 0. Used by the
 * tests of Unix sockets.
 */

declare(strict_types=1);

namespace Tests;

final class Container
{
    /** Why there can be none here; null: there can. */
    public static function refusal(): ?string
    {
        return self::command() === null ? 'the kernel permits no PID namespace: neither as we are, nor with a user namespace' : null;
    }

    /** The first words of a worker: its script goes on inside. */
    public static function enter(): void
    {
        Under::program(...self::command() ?? throw new Failure((string) self::refusal()));
    }

    /** The number of this process as the test sees it: inside it is another one. */
    public static function pid(): int
    {
        // What is mounted there belongs to the outside.
        return (int) readlink('/proc/self');
    }

    /** @return list<string>|null */
    private static function command(): ?array
    {
        $pid = ['--pid', '--fork', '--kill-child'];
        foreach ([['unshare', ...$pid], ['unshare', '--user', '--map-root-user', ...$pid]] as $command) {
            exec(implode(' ', $command) . ' true 2>/dev/null', result_code: $code);
            if ($code === 0) {
                return $command;
            }
        }

        return null;
    }
}
