<?php
/*
 * Undoes things when this process ends. This works after a fatal error too, when PHP calls no destructors.
 * Used by Process and TempDir, and by programs that keep them for long.
 */

declare(strict_types=1);

namespace Tests;

final class Cleanup
{
    /** @var list<array{\WeakReference<object>, string}> */
    private static array $things = [];
    private static ?int $owner = null;

    /** Calls the method at the end, if the object still exists. The object that was registered last comes first. */
    public static function register(object $thing, string $method): void
    {
        if (self::$owner !== getmypid()) {
            // A forked child inherits the list, but the objects on it belong to its parent.
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

    /** An interrupted run stops its servers, as any other run does. */
    public static function whenInterrupted(): void
    {
        pcntl_async_signals(true);
        foreach ([SIGINT, SIGTERM, SIGHUP] as $signal) {
            pcntl_signal($signal, static fn (int $number) => exit(128 + $number));
        }
    }
}
