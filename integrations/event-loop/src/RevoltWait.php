<?php

declare(strict_types=1);

namespace RedisMutexLock\EventLoop;

use RedisMutexLock;
use Revolt\EventLoop;

/**
 * Waits of locks in the loop of Revolt, which AMPHP uses, and ReactPHP by its adapter. While one fiber waits for a lock or for an
 * answer of Redis, the loop runs the others.
 *
 * A cancellation that throws into the fiber ends the wait: the fiber leaves the queue, and the exception comes out of lock().
 */
final class RevoltWait
{
    /** Lets all waits of this process suspend their fibers, until the end of the request. */
    public static function install(): void
    {
        RedisMutexLock::onWait(self::wait(...));
    }

    /**
     * The callable for RedisMutexLock::onWait(). Outside of fibers it runs the loop until the wait is over.
     *
     * @param resource|null $stream
     */
    public static function wait(mixed $stream, float $seconds, bool $writable): void
    {
        $suspension = EventLoop::getSuspension();
        $watchers = [];
        // The stream and the time may come in one turn, while a suspension is resumed once.
        $wake = static function () use ($suspension, &$watchers): void {
            array_map(EventLoop::cancel(...), $watchers);
            $suspension->resume();
        };
        $watchers[] = EventLoop::delay($seconds, $wake);
        if ($stream !== null) {
            $watchers[] = $writable ? EventLoop::onWritable($stream, $wake) : EventLoop::onReadable($stream, $wake);
        }
        try {
            $suspension->suspend();
        } finally {
            array_map(EventLoop::cancel(...), $watchers);
        }
    }
}
