<?php

declare(strict_types=1);

/*
 * RedisMutexLock.
 *     contestant-mutex.php ADDRESS WARM_UP SECONDS NAME [BUSY_POLL]
 */

require __DIR__ . '/contestant.php';

[, $address, $warmUp, $seconds, $name] = $argv;

$lock = new RedisMutexLock([
    'url' => str_starts_with($address, '/') ? "unix://$address" : "redis://$address",
    ...isset($argv[5]) ? ['busy_poll' => (int) $argv[5]] : [],
]);

// The loop stands here in full, and not in a function called for each pair: it is what is measured.
compete(static function (float $seconds) use ($lock, $name): int {
    $pairs = 0;
    $end = hrtime(true) + (int) ($seconds * 1e9);
    do {
        for ($i = 0; $i < 16; $i++) {
            if (!$lock->lock($name)) {
                throw new RuntimeException('The lock was not free.');
            }
            if (!$lock->unlock($name)) {
                throw new RuntimeException('The lock was not ours any more.');
            }
        }
        $pairs += 16;
    } while (hrtime(true) < $end);

    return $pairs;
}, (float) $warmUp, (float) $seconds);
