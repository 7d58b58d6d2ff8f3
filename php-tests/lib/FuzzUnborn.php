<?php
/*
 * A lock whose constructor has not been called yet. Used by FuzzPool and FuzzValues.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzUnborn extends \RedisMutexLock
{
    public static function make(): self
    {
        return (new \ReflectionClass(self::class))->newInstanceWithoutConstructor();
    }
}
