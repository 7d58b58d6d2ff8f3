<?php
/*
 * Stand-in: the watchers of streams, and the loop of the coroutines. As in Swoole a stream has one watcher.
 */

declare(strict_types=1);

namespace Swoole;

final class Event
{
    /** @var array<int, array{resource, ?callable, ?callable}> */
    private static array $watched = [];

    public static function add(mixed $stream, ?callable $read, ?callable $write = null, int $flags = SWOOLE_EVENT_READ): bool
    {
        if (isset(self::$watched[(int) $stream])) {
            return false;
        }
        self::$watched[(int) $stream] = [$stream, $read, $write];

        return true;
    }

    public static function del(mixed $stream): bool
    {
        unset(self::$watched[(int) $stream]);

        return true;
    }

    /** Runs all coroutines to their ends. */
    public static function wait(): void
    {
        while (Coroutine::turn()) {
            self::look(0.001);
        }
    }

    /** Calls the callbacks of the streams that are ready within so many seconds. */
    private static function look(float $seconds): void
    {
        $read = $write = $except = [];
        foreach (self::$watched as $number => [$stream, $onRead, $onWrite]) {
            $onRead === null || $read[$number] = $stream;
            $onWrite === null || $write[$number] = $stream;
        }
        if ($read === [] && $write === []) {
            usleep((int) ($seconds * 1e6));

            return;
        }
        stream_select($read, $write, $except, 0, (int) ($seconds * 1e6));
        foreach (array_keys($read + $write) as $number) {
            [$stream, $onRead, $onWrite] = self::$watched[$number];
            ($onRead ?? $onWrite)($stream);
        }
    }
}
