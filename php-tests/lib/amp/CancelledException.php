<?php
/*
 * Stand-in: what a cancelled wait throws. Why it was cancelled is its previous exception.
 */

declare(strict_types=1);

namespace Amp;

final class CancelledException extends \Exception
{
    public function __construct(?\Throwable $previous = null)
    {
        parent::__construct('The operation was cancelled', 0, $previous);
    }
}
