<?php
/*
 * What the fuzzer itself throws, out of a conversion, a callback or the handler of a signal. It may come out of
 * any call. Used by FuzzDeeds and FuzzSignals, and judged by FuzzRules.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzThrow extends \Exception
{
}
