<?php
/*
 * A TCP port on 127.0.0.1 that nobody listens on at this moment. Used by RedisServer; whoever uses it
 * must be ready to lose the race for it and try another one.
 */

declare(strict_types=1);

namespace Tests;

final class Port
{
    public static function free(): int
    {
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        if ($listener === false) {
            throw new Failure('cannot listen on 127.0.0.1');
        }
        $port = self::of($listener);
        fclose($listener);

        return $port;
    }

    /** @param resource $listener */
    public static function of($listener): int
    {
        return (int) substr((string) strrchr((string) stream_socket_get_name($listener, false), ':'), 1);
    }
}
