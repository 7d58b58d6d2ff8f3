<?php

declare(strict_types=1);

/*
 * Pairs with a fixed lease and pairs with renewal, in turns of a few milliseconds: a slow machine slows both down.
 *     contestant-renewal.php URL WARM_UP SECONDS
 * After every two turns it prints the pairs per second: with a fixed lease, and with renewal.
 */

[, $url, $warmUp, $seconds] = $argv;

$lock = new RedisMutexLock($url);
$perSecond = static function (?int $expire) use ($lock): float {
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
};
$turns = static function (float $seconds) use ($perSecond): Generator {
    $end = hrtime(true) + (int) ($seconds * 1e9);
    for ($fixedFirst = false; hrtime(true) < $end; $fixedFirst = !$fixedFirst) {
        $fixed = $fixedFirst ? $perSecond(20) : null;
        $renewed = $perSecond(null);
        yield [$fixed ?? $perSecond(20), $renewed];
    }
};

iterator_to_array($turns((float) $warmUp)); // the first renewed lock starts the thread
foreach ($turns((float) $seconds) as $rates) {
    echo implode(' ', $rates), "\n";
}
