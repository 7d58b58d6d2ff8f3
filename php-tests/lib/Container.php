<?php
/*
 * Runs the script of a worker in a PID namespace of its own, as in another container. A process in there that asks for
 * the process at the other end of a Unix socket gets the number 0. Used by the tests of Unix sockets.
 */

declare(strict_types=1);

namespace Tests;

final class Container
{
    /** Why this machine permits no PID namespace. Null: it permits one. */
    public static function refusal(): ?string
    {
        return self::command() === null ? 'the kernel permits no PID namespace: neither as we are, nor with a user namespace' : null;
    }

    /** The first line of a worker's script. The script goes on inside the namespace. */
    public static function enter(): void
    {
        Under::program(...self::command() ?? throw new Failure((string) self::refusal()));
    }

    /** The id of this process outside the namespace, as the test sees it. */
    public static function pid(): int
    {
        // This /proc was mounted outside, so it shows the ids of the outside.
        return (int) readlink('/proc/self');
    }

    /** @return list<string>|null */
    private static function command(): ?array
    {
        return Under::unshare('--pid', '--fork', '--kill-child');
    }
}
