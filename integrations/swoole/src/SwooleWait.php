<?php

declare(strict_types=1);

namespace RedisMutexLock\Swoole;

use RedisMutexLock;
use RuntimeException;
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\System;
use Swoole\Event;

/**
 * Waits of locks in coroutines of Swoole and OpenSwoole. While one coroutine waits for a lock or for an answer of Redis, the others
 * run. Code outside of coroutines stops its process, as without this class.
 */
final class SwooleWait
{
    /** The shortest time in seconds for which Swoole has a timer. */
    private const SHORTEST = 0.001;

    /** Lets all waits of this process suspend their coroutines. Call it in each worker when the worker starts. */
    public static function install(): void
    {
        RedisMutexLock::onWait(self::wait(...));
    }

    /**
     * The callable for RedisMutexLock::onWait().
     *
     * It never calls System::waitEvent() with a timeout, because that crashes the process in Swoole 6.1 and newer when the
     * stream and the time come in one turn of the loop.
     *
     * @param resource|null $stream
     * @return ?false false: there is no coroutine that could be suspended
     */
    public static function wait(mixed $stream, float $seconds, bool $writable): ?bool
    {
        if (Coroutine::getCid() < 0) {
            return false;
        }
        $seconds = max(self::SHORTEST, $seconds);
        if ($stream === null) {
            System::sleep($seconds);
            self::endIfCancelled();

            return null;
        }
        $woken = new Channel(1);
        $wake = static function () use ($woken): void {
            $woken->isFull() || $woken->push(true, self::SHORTEST);
        };
        $event = $writable ? SWOOLE_EVENT_WRITE : SWOOLE_EVENT_READ;
        if (!Event::add($stream, $writable ? null : $wake, $writable ? $wake : null, $event)) {
            // Another coroutine watches the same stream, so this one looks a little later.
            System::sleep(self::SHORTEST);
            self::endIfCancelled();

            return null;
        }
        try {
            $woken->pop($seconds);
        } finally {
            Event::del($stream);
        }
        self::endIfCancelled();

        return null;
    }

    /** A coroutine that was cancelled leaves its wait by an exception, as everybody leaves one who is interrupted. */
    private static function endIfCancelled(): void
    {
        if (method_exists(Coroutine::class, 'isCanceled') && Coroutine::isCanceled()) {
            throw new RuntimeException('The coroutine was cancelled while it waited for a lock.');
        }
    }
}
