<?php
/*
 * Stand-in: a cancellation that somebody requests.
 */

declare(strict_types=1);

namespace Amp;

final class DeferredCancellation extends Cancellation
{
    public function getCancellation(): Cancellation
    {
        return $this;
    }

    public function cancel(?\Throwable $previous = null): void
    {
        $this->request($previous);
    }
}
