<?php

declare(strict_types=1);

/*
 * Fibers of one process that want the same lock again and again, or the process itself.
 *     contestant-fibers.php URL WARM_UP SECONDS NAME blocking|plain|revolt|swoole FIBERS SECTION
 * SECTION is how many microseconds each of them holds the lock. It prints "ready", waits for a line, runs, and prints when each turn
 * began and when unlock() was called, in nanoseconds of the monotonic clock, which all processes share.
 */

require __DIR__ . '/../../php-tests/lib/autoload.php';
require __DIR__ . '/waiting-orders.php';
require __DIR__ . '/fiber-loops.php';

[, $url, $warmUp, $seconds, $name, $loop, $fibers, $section] = $argv;
[$together, $sleep] = fiber_loop($loop);

/** @return list<int> */
$turns = static function (string $name, float $seconds) use ($url, $together, $sleep, $fibers, $section): array {
    $turns = [];
    $end = hrtime(true) + (int) ($seconds * 1e9);
    $together(static function () use ($url, $name, $sleep, $section, $end, &$turns): void {
        // A machine on which tests run beside the benchmark may answer late.
        $lock = new RedisMutexLock(['url' => $url, 'command_timeout' => 10]);
        do {
            expect_done($lock->lock($name, timeout: 60, expire: 20));
            $locked = hrtime(true);
            $sleep((int) $section / 1e6);
            $unlocking = hrtime(true);
            expect_done($lock->unlock($name));
            array_push($turns, $locked, $unlocking);
        } while (hrtime(true) < $end);
    }, (int) $fibers);

    return $turns;
};

// A name of its own: the processes get ready at different times.
$turns("$name-" . getmypid(), (float) $warmUp);
say('ready');
await_line();
say(...$turns($name, (float) $seconds));
