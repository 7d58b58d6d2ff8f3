<?php
/*
 * Stand-in: says that a time is over.
 */

declare(strict_types=1);

namespace Amp;

final class TimeoutException extends \Exception
{
}
