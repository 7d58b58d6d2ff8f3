<?php
/*
 * Stand-in: the functions of AMPHP, as far as the tests use them. Each closure is a fiber of the loop, and its future has what
 * the closure returns or throws. AMP_SOURCES names the folder of the real ones.
 */

declare(strict_types=1);

namespace Amp;

use Revolt\EventLoop;

function async(\Closure $closure): Future
{
    $future = new Future();
    EventLoop::queue(static function () use ($closure, $future): void {
        try {
            $future->complete($closure());
        } catch (\Throwable $thrown) {
            $future->error($thrown);
        }
    });

    return $future;
}

function delay(float $timeout): void
{
    $suspension = EventLoop::getSuspension();
    EventLoop::delay($timeout, static fn () => $suspension->resume());
    $suspension->suspend();
}
