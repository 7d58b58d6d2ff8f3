<?php
/*
 * The exception that the fuzzer throws from a conversion, a callback or the handler of a signal. Any call may let it
 * through. Used by FuzzDeeds and FuzzSignals, and judged by FuzzRules.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzThrow extends \Exception
{
}
