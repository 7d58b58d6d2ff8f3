<?php
/*
 * Stand-in: a cancellation that is requested after a time, with a TimeoutException.
 */

declare(strict_types=1);

namespace Amp;

final class TimeoutCancellation extends Cancellation
{
    public function __construct(float $timeout)
    {
        \Revolt\EventLoop::delay($timeout, fn () => $this->request(new TimeoutException('Operation timed out')));
    }
}
