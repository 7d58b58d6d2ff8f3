<?php

declare(strict_types=1);

/*
 * One of many processes that lock at several independent servers. It obeys orders, one in each line, until stdin ends.
 * SECTION is how many microseconds it holds the lock:
 *     use mutex|one|redsync ADDRESS,ADDRESS,…   the servers of all that follows; `one` is RedisMutexLock at the first of them
 *     greet NAME                       lock and unlock: connects, and loads the scripts into the servers
 *     hold NAME SECTION                as waiting-process.php does
 *     wait NAME SECTION                likewise
 *     turns NAME SECTION SECONDS       print a line, wait for a line, then lock and unlock in a loop, and print all turns
 *     pairs NAME SECONDS SLOW          pairs for so long, of which it prints the median, the longest, and how many took
 *                                      longer than SLOW nanoseconds
 * All times are in nanoseconds of the monotonic clock, which all processes share.
 *     quorum-process.php
 */

require __DIR__ . '/../measure/statistics.php';
require __DIR__ . '/redlock.php';
require __DIR__ . '/waiting-orders.php';

/** @return array{Closure(string, float=): bool, Closure(string): bool} lock and unlock */
function quorum_lock(string $contestant, string $addresses): array
{
    $lock = match ($contestant) {
        'mutex' => new RedisMutexLock("redis+quorum://$addresses/0"),
        'one' => new RedisMutexLock('redis://' . strtok($addresses, ',') . '/0'),
        'redsync' => new Redlock(explode(',', $addresses)),
    };

    return [
        $lock instanceof Redlock
            ? static fn (string $name, float $timeout = 60) => $lock->lock($name, $timeout)
            : static fn (string $name, float $timeout = 60) => $lock->lock($name, timeout: $timeout, expire: 20),
        static fn (string $name) => $lock->unlock($name),
    ];
}

/** Prints when it called lock(), had the lock and called unlock(), of all turns; a last call without a turn had no lock by the end. */
function take_turns(Closure $lock, Closure $unlock, string $name, int $section, float $seconds): void
{
    say('ready');
    await_line();
    $turns = [];
    $end = hrtime(true) + (int) ($seconds * 1e9);
    while (($called = hrtime(true)) < $end) {
        $turns[] = $called;
        if (!$lock($name, ($end - $called) / 1e9)) {
            break;
        }
        array_push($turns, ...section($unlock, $name, hrtime(true), $section));
    }
    say(...$turns);
}

function time_pairs(Closure $lock, Closure $unlock, string $name, float $seconds, int $slow): void
{
    $took = [];
    $end = hrtime(true) + (int) ($seconds * 1e9);
    do {
        $start = hrtime(true);
        expect_done($lock($name, 0));
        expect_done($unlock($name));
        $took[] = hrtime(true) - $start;
    } while (hrtime(true) < $end);
    say(median($took), max($took), count(array_filter($took, static fn (int $one) => $one > $slow)));
}

while (($line = fgets(STDIN)) !== false) {
    [$order, $name, $more, $last] = [...explode("\t", rtrim($line)), '', ''];
    match ($order) {
        'use' => [$lock, $unlock] = quorum_lock($name, $more),
        'greet' => greet($lock, $unlock, $name),
        'hold' => hold($lock, $unlock, $name, (int) $more),
        'wait' => wait($lock, $unlock, $name, (int) $more),
        'turns' => take_turns($lock, $unlock, $name, (int) $more, (float) $last),
        'pairs' => time_pairs($lock, $unlock, $name, (float) $more, (int) $last),
    };
}
