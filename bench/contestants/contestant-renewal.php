<?php

declare(strict_types=1);

/*
 * Pairs with a fixed lease and pairs with renewal, in turns.
 *     contestant-renewal.php URL WARM_UP SECONDS
 */

require __DIR__ . '/contestant-turns.php';

[, $url, $warmUp, $seconds] = $argv;

$lock = new RedisMutexLock($url);
compete_in_turns(
    static fn (bool $isRenewed): float => pairs_per_second($lock, $isRenewed ? null : 20),
    (float) $warmUp,
    (float) $seconds,
);
