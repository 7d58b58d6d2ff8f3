<?php

declare(strict_types=1);

/*
 * Pairs of a fiber without a callable of onWait() and pairs with one, in turns.
 *     contestant-callable.php URL WARM_UP SECONDS
 */

require __DIR__ . '/../../php-tests/lib/autoload.php';
require __DIR__ . '/contestant-turns.php';

[, $url, $warmUp, $seconds] = $argv;

$loop = new Tests\FiberLoop(measures: false);
$loop->start(static function () use ($loop, $url, $warmUp, $seconds): void {
    $lock = new RedisMutexLock($url);
    $wait = $loop->wait(...);
    compete_in_turns(static function (bool $hasCallable) use ($lock, $wait): float {
        RedisMutexLock::onWait($hasCallable ? $wait : null);

        return pairs_per_second($lock, 20);
    }, (float) $warmUp, (float) $seconds);
});
$loop->run(600);
