<?php

declare(strict_types=1);

/*
 * Pairs with a lifetime and pairs with renewal, by turns of a few milliseconds: what slows the machine down slows both.
 *     contestant-renewal.php URL WARM_UP SECONDS
 * Says after each two turns how many pairs per second it were: with a lifetime, and with renewal.
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
            throw new RuntimeException('The lock was not ours any more.');
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

iterator_to_array($turns((float) $warmUp)); // the thread runs from the first of them on
foreach ($turns((float) $seconds) as $rates) {
    echo implode(' ', $rates), "\n";
}
