<?php
/*
 * A free TCP port on 127.0.0.1. It lies outside the range from which the kernel gives ports to programs that ask for any
 * port, and no other process of the suite gets it while this one lives. So a server may leave its port for a while and take
 * it again, and nobody answers on the port of a dead one. Used by RedisServer, ClusterSet and the proxy.
 */

declare(strict_types=1);

namespace Tests;

final class Port
{
    /** Ports are taken in blocks of so many, because each block costs a descriptor. */
    private const BLOCK = 32;

    /** @var list<resource> what marks the blocks of this process */
    private static array $marks = [];
    /** @var list<int> the ports of its last block that it has not used yet */
    private static array $left = [];
    private static ?int $owner = null;

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

    /** Takes the block of this port. False: it is taken. It is free again when the process that took it has ended. */
    public static function take(int $port): bool
    {
        $first = $port - $port % self::BLOCK;
        // A socket whose name begins with NUL has no file, and ends with the processes that have it.
        $mark = @stream_socket_server("unix://\0redis-mutex-lock-test-ports-$first");
        if ($mark === false) {
            return false;
        }
        self::$marks[] = $mark;
        self::$left = range($first, $first + self::BLOCK - 1);
        self::$owner = getmypid();

        return true;
    }

    /** A port below the kernel's range. If that range leaves too few ports: 0, so that the kernel chooses. */
    private static function any(): int
    {
        // The file has two numbers, the first is the lowest port. Linux's default is 32768.
        $lowest = (int) @file_get_contents('/proc/sys/net/ipv4/ip_local_port_range') ?: 32768;
        if ($lowest <= 4096) {
            return 0;
        }
        // A node of Redis 6 has its bus 10,000 above its port, where the kernel's range must not begin either.
        $lower = intdiv($lowest, 2);
        $highest = max($lower, $lowest - self::BLOCK - (RedisServer::version() < 7 ? 10_000 : 0));
        // The block of a forked child is its parent's.
        for ($attempt = 1; self::$left === [] || self::$owner !== getmypid(); $attempt++) {
            self::take(random_int($lower, $highest));
            if ($attempt === 1_000) {
                throw new Failure('the tests that run have taken all ports');
            }
        }

        return array_pop(self::$left);
    }
}
