<?php

declare(strict_types=1);

/**
 * Makes pairs in two ways, in turns of a few milliseconds: a slow machine slows both down. Prints the pairs per second of both after
 * every two turns.
 *
 * @param callable(bool): float $perSecond makes pairs in the one way, or in the other one if true, and returns how many a second
 */
function compete_in_turns(callable $perSecond, float $warmUp, float $seconds): void
{
    $turns = static function (float $seconds) use ($perSecond): Generator {
        $end = hrtime(true) + (int) ($seconds * 1e9);
        for ($oneFirst = false; hrtime(true) < $end; $oneFirst = !$oneFirst) {
            $one = $oneFirst ? $perSecond(false) : null;
            $other = $perSecond(true);
            yield [$one ?? $perSecond(false), $other];
        }
    };

    iterator_to_array($turns($warmUp), false); // makes what is made only once
    foreach ($turns($seconds) as $rates) {
        echo implode(' ', $rates), "\n";
    }
}

/** Makes some pairs, and returns how many a second. */
function pairs_per_second(RedisMutexLock $lock, ?int $expire): float
{
    $start = hrtime(true);
    for ($i = 0; $i < 100; $i++) {
        if (!$lock->lock('bench', 0, $expire)) {
            throw new RuntimeException('The lock was not free.');
        }
        if (!$lock->unlock('bench')) {
            throw new RuntimeException('The lock was lost.');
        }
    }

    return 100 / ((hrtime(true) - $start) / 1e9);
}
