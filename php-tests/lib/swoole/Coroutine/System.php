<?php
/*
 * Stand-in: a sleep of one coroutine.
 */

declare(strict_types=1);

namespace Swoole\Coroutine;

use Swoole\Coroutine;

final class System
{
    public static function sleep(float $seconds): bool
    {
        Coroutine::until(static fn (): bool => false, $seconds);

        return true;
    }
}
