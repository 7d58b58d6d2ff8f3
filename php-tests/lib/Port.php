<?php
/*
 * A TCP port on 127.0.0.1 that nobody listens on, and none of those that the kernel gives to whoever asks for
 * any: so it can be given up for a while and taken again. Used by RedisServer and the proxy.
 */

declare(strict_types=1);

namespace Tests;

final class Port
{
    /** Whoever uses it must be ready to lose the race for it and try another one. */
    public static function free(): int
    {
        $listener = self::listen();
        $port = self::of($listener);
        fclose($listener);

        return $port;
    }

    /**
     * Listens on one.
     *
     * @param resource|null $context
     * @return resource
     */
    public static function listen($context = null)
    {
        for ($attempt = 1; $attempt <= 50; $attempt++) {
            $flags = STREAM_SERVER_BIND | STREAM_SERVER_LISTEN;
            $listener = @stream_socket_server('tcp://127.0.0.1:' . self::any(), $code, $message, $flags, $context);
            if ($listener !== false) {
                return $listener;
            }
        }
        throw new Failure("cannot listen on 127.0.0.1: $message");
    }

    /** @param resource $listener */
    public static function of($listener): int
    {
        return (int) substr((string) strrchr((string) stream_socket_get_name($listener, false), ':'), 1);
    }

    /** Below the kernel's own range; 0, which is the kernel's choice, where that leaves too little. */
    private static function any(): int
    {
        // The first of two numbers; 32768 is Linux's default.
        $lowest = (int) @file_get_contents('/proc/sys/net/ipv4/ip_local_port_range') ?: 32768;

        return $lowest > 4096 ? random_int(intdiv($lowest, 2), $lowest - 1) : 0;
    }
}
