<?php
/*
 * Stand-in: coroutines as fibers, as far as the package integrations/swoole and its tests use Swoole. Event::wait() is their loop.
 */

declare(strict_types=1);

namespace Swoole;

final class Coroutine
{
    /** @var array<int, \Fiber> */
    private static array $all = [];
    /** @var array<int, array{\Closure, float}> what is asked whether a coroutine may go on, and when it goes on anyway */
    private static array $suspended = [];
    /** @var array<int, true> */
    private static array $cancelled = [];
    private static int $number = 0;

    public static function getCid(): int
    {
        $number = array_search(\Fiber::getCurrent(), self::$all, true);

        return $number === false ? -1 : $number;
    }

    public static function create(callable $work): int
    {
        $number = ++self::$number;
        self::$all[$number] = new \Fiber($work);
        self::goOn($number, self::$all[$number]->start(...));

        return $number;
    }

    public static function cancel(int $number): bool
    {
        self::$cancelled[$number] = true;

        return isset(self::$suspended[$number]);
    }

    public static function isCanceled(): bool
    {
        return isset(self::$cancelled[self::getCid()]);
    }

    /** Suspends the coroutine until the condition is true, the time is over or somebody cancels it. Returns the condition. */
    public static function until(\Closure $isReady, float $seconds): bool
    {
        \Fiber::suspend([$isReady, microtime(true) + $seconds]);

        return $isReady();
    }

    /** Lets those go on that have what they wait for. Returns whether some are suspended. */
    public static function turn(): bool
    {
        foreach (self::$suspended as $number => [$isReady, $end]) {
            if ($isReady() || $end <= microtime(true) || isset(self::$cancelled[$number])) {
                unset(self::$suspended[$number]);
                self::goOn($number, self::$all[$number]->resume(...));
            }
        }

        return self::$suspended !== [];
    }

    private static function goOn(int $number, \Closure $step): void
    {
        $for = $step();
        if (self::$all[$number]->isTerminated()) {
            unset(self::$all[$number], self::$cancelled[$number]);
        } else {
            self::$suspended[$number] = $for;
        }
    }
}
