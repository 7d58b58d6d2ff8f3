<?php

declare(strict_types=1);

/*
 * RedisMutexLock.
 *     contestant-mutex.php ADDRESS WARM_UP SECONDS NAME EXPIRE|renewed awaited|unawaited process|fiber
 * With `fiber` the pairs are those of a fiber, and there is a callable of onWait().
 */

require __DIR__ . '/addresses.php';
require __DIR__ . '/contestant.php';

[, $address, $warmUp, $seconds, $name, $expire, $release, $where] = $argv;
$expire = $expire === 'renewed' ? null : (int) $expire;

$lock = new RedisMutexLock(['url' => url_of($address)] + ($release === 'unawaited' ? ['await_release' => false] : []));

// The loop calls no function of its own for each pair: that would be measured too.
$pairs = static function (float $seconds) use ($lock, $name, $expire): int {
    $pairs = 0;
    $end = hrtime(true) + (int) ($seconds * 1e9);
    do {
        for ($i = 0; $i < 16; $i++) {
            if (!$lock->lock($name, 0, $expire)) {
                throw new RuntimeException('The lock was not free.');
            }
            if (!$lock->unlock($name)) {
                throw new RuntimeException('The lock was lost.');
            }
        }
        $pairs += 16;
    } while (hrtime(true) < $end);

    return $pairs;
};
$compete = static fn () => compete($pairs, (float) $warmUp, (float) $seconds);
if ($where === 'fiber') {
    require __DIR__ . '/../../php-tests/lib/autoload.php';
    $loop = new Tests\FiberLoop(measures: false);
    RedisMutexLock::onWait($loop->wait(...));
    $loop->start($compete);
    $loop->run(600);
} else {
    $compete();
}
