<?php
/*
 * A free TCP port on 127.0.0.1. It lies outside the range from which the kernel gives ports to programs that ask for any
 * port: so a server may leave its port for a while and take it again. Used by RedisServer and the proxy.
 */

declare(strict_types=1);

namespace Tests;

final class Port
{
    /** Another program may take the port first. Then the caller must try another port. */
    public static function free(): int
    {
        $listener = self::listen();
        $port = self::of($listener);
        fclose($listener);

        return $port;
    }

    /**
     * Listens on such a port.
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

    /** A port below the kernel's range. If that range leaves too few ports: 0, so that the kernel chooses. */
    private static function any(): int
    {
        // The file has two numbers, the first is the lowest port. Linux's default is 32768.
        $lowest = (int) @file_get_contents('/proc/sys/net/ipv4/ip_local_port_range') ?: 32768;

        return $lowest > 4096 ? random_int(intdiv($lowest, 2), $lowest - 1) : 0;
    }
}
