<?php
/*
 * A name or an owner as a terminal may show it: they may have any bytes, and a terminal obeys some of them. It changes no
 * printable character. Used by ListLocks and ReleaseLock.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Console;

use Symfony\Component\Console\Formatter\OutputFormatter;

final class Shown
{
    public static function text(string $bytes): string
    {
        return OutputFormatter::escape(addcslashes($bytes, "\0..\37\177"));
    }
}
