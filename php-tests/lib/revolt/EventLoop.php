<?php
/*
 * Stand-in: the loop of Revolt, as far as the package integrations/event-loop and its tests use it. It watches streams with
 * stream_select, and resumes a suspension in the turn behind its wake-up. REVOLT_SOURCES names the folder of the real one.
 */

declare(strict_types=1);

namespace Revolt;

use Revolt\EventLoop\Suspension;

final class EventLoop
{
    /** @var array<int, \Closure> */
    private static array $queue = [];
    /** @var array<string, array{float, \Closure, ?float}> when it is due, what is called, and its interval */
    private static array $timers = [];
    /** @var array<string, array{resource, \Closure}> */
    private static array $readable = [];
    /** @var array<string, array{resource, \Closure}> */
    private static array $writable = [];
    /** @var \WeakMap<\Fiber, \WeakReference<Suspension>>|null */
    private static ?\WeakMap $suspensions = null;
    private static int $number = 0;

    /** As long as somebody keeps the suspension of a fiber, it is the same one. */
    public static function getSuspension(): Suspension
    {
        $fiber = \Fiber::getCurrent();
        if ($fiber === null) {
            return new Suspension(null);
        }
        self::$suspensions ??= new \WeakMap();
        $suspension = (self::$suspensions[$fiber] ?? null)?->get() ?? new Suspension($fiber);
        self::$suspensions[$fiber] = \WeakReference::create($suspension);

        return $suspension;
    }

    public static function queue(\Closure $closure, mixed ...$args): void
    {
        self::$queue[] = static fn () => $closure(...$args);
    }

    public static function delay(float $delay, \Closure $closure): string
    {
        self::$timers[$id = 'timer' . ++self::$number] = [microtime(true) + $delay, $closure, null];

        return $id;
    }

    public static function repeat(float $interval, \Closure $closure): string
    {
        self::$timers[$id = 'timer' . ++self::$number] = [microtime(true) + $interval, $closure, $interval];

        return $id;
    }

    public static function onReadable(mixed $stream, \Closure $closure): string
    {
        self::$readable[$id = 'stream' . ++self::$number] = [$stream, $closure];

        return $id;
    }

    public static function onWritable(mixed $stream, \Closure $closure): string
    {
        self::$writable[$id = 'stream' . ++self::$number] = [$stream, $closure];

        return $id;
    }

    public static function cancel(string $callbackId): void
    {
        unset(self::$timers[$callbackId], self::$readable[$callbackId], self::$writable[$callbackId]);
    }

    public static function run(): void
    {
        self::runUntil(static fn (): bool => false);
    }

    /** Runs the loop until the condition is true or nothing is left to do. */
    public static function runUntil(\Closure $isDone): void
    {
        while (!$isDone() && (self::$queue !== [] || self::$timers !== [] || self::$readable !== [] || self::$writable !== [])) {
            self::turn();
        }
    }

    private static function turn(): void
    {
        $queue = self::$queue;
        self::$queue = [];
        foreach ($queue as $work) {
            // Each callback has a fiber of its own, as in Revolt.
            \Fiber::getCurrent() === null ? (new \Fiber($work))->start() : $work();
        }
        if (self::$queue !== []) {
            return;
        }
        $next = self::$timers === [] ? 60.0 : min(array_column(self::$timers, 0)) - microtime(true);
        $read = array_map(static fn (array $of) => $of[0], self::$readable);
        $write = array_map(static fn (array $of) => $of[0], self::$writable);
        $except = null;
        $micros = (int) (max(0.0, $next) * 1e6);
        if ($read === [] && $write === []) {
            usleep($micros);
        } else {
            stream_select($read, $write, $except, intdiv($micros, 1_000_000), $micros % 1_000_000);
        }
        $due = array_filter(self::$timers, static fn (array $of): bool => $of[0] <= microtime(true));
        foreach (array_intersect_key(self::$readable, $read) + array_intersect_key(self::$writable, $write) as $id => [$stream, $closure]) {
            // A callback of this turn may have cancelled it.
            if (isset(self::$readable[$id]) || isset(self::$writable[$id])) {
                (new \Fiber($closure))->start($id, $stream);
            }
        }
        foreach ($due as $id => [, $closure, $interval]) {
            if (isset(self::$timers[$id])) {
                self::$timers[$id][0] += $interval ?? 0;
                if ($interval === null) {
                    unset(self::$timers[$id]);
                }
                (new \Fiber($closure))->start($id);
            }
        }
    }
}
