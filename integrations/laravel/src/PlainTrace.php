<?php
/*
 * Drops the arguments from the traces of exceptions. Laravel hands the settings of a connection from function to function, with
 * the password among them, and PHP keeps the arguments of each call in the trace, unless zend.exception_ignore_args is on. Tools
 * that show errors would show them. The package uses it where it lets Laravel read its settings or open its connection.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Closure;
use Error;
use Exception;
use ReflectionProperty;
use Throwable;

final class PlainTrace
{
    /**
     * Returns what $work returns. An exception passes through with a trace that keeps files, lines and functions alone.
     *
     * @template T
     *
     * @param Closure(): T $work
     * @return T
     */
    public static function of(Closure $work): mixed
    {
        try {
            return $work();
        } catch (Throwable $thrown) {
            self::dropArguments($thrown);
            throw $thrown;
        }
    }

    private static function dropArguments(Throwable $thrown): void
    {
        for ($one = $thrown; $one !== null; $one = $one->getPrevious()) {
            $frames = array_map(static fn (array $frame): array => array_diff_key($frame, ['args' => 0]), $one->getTrace());
            // No function of PHP changes a trace, while a new exception would still have the callers of this package in its own.
            $trace = new ReflectionProperty($one instanceof Error ? Error::class : Exception::class, 'trace');
            $trace->setAccessible(true);
            $trace->setValue($one, $frames);
        }
    }
}
