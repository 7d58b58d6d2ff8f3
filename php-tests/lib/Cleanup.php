<?php
/*
 * What has to be undone when this process ends, after a fatal error too, where PHP calls no
 * destructors. Used by Process and TempDir, and by what runs them for long.
 */

declare(strict_types=1);

namespace Tests;

final class Cleanup
{
    /** @var list<array{\WeakReference<object>, string}> */
    private static array $things = [];
    private static ?int $owner = null;

    /** Calls the method at the end, if the object still lives then; the youngest comes first. */
    public static function register(object $thing, string $method): void
    {
        if (self::$owner !== getmypid()) {
            // A forked child inherits the list, but what is on it belongs to its parent.
            self::$things = [];
            self::$owner = $owner = getmypid();
            register_shutdown_function(static function () use ($owner): void {
                if ($owner === getmypid()) {
                    foreach (array_reverse(self::$things) as [$thing, $method]) {
                        $thing->get()?->$method();
                    }
                }
            });
        }
        self::$things[] = [\WeakReference::create($thing), $method];
    }

    /** An interrupted run ends as any other: with its servers stopped. */
    public static function whenInterrupted(): void
    {
        pcntl_async_signals(true);
        foreach ([SIGINT, SIGTERM, SIGHUP] as $signal) {
            pcntl_signal($signal, static fn (int $number) => exit(128 + $number));
        }
    }
}
