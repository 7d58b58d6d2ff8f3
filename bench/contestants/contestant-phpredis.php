<?php

declare(strict_types=1);

/*
 * The code that PHP applications have today: SET NX PX with a random token, compare-and-delete in Lua, by phpredis.
 *     contestant-phpredis.php ADDRESS WARM_UP SECONDS NAME
 */

require __DIR__ . '/addresses.php';
require __DIR__ . '/compare-and-delete.php';
require __DIR__ . '/contestant.php';

[, $address, $warmUp, $seconds, $name] = $argv;

$redis = connected_phpredis($address);
$release = $redis->script('load', COMPARE_AND_DELETE);
$key = "lock:$name";

// The loop calls no function of its own for each pair: that would be measured too.
compete(static function (float $seconds) use ($redis, $release, $key): int {
    $pairs = 0;
    $end = hrtime(true) + (int) ($seconds * 1e9);
    do {
        for ($i = 0; $i < 16; $i++) {
            $token = bin2hex(random_bytes(16));
            if (!$redis->set($key, $token, ['NX', 'PX' => 20000])) {
                throw new RuntimeException('The lock was not free.');
            }
            if ($redis->evalSha($release, [$key, $token], 1) !== 1) {
                throw new RuntimeException('The lock was lost.');
            }
        }
        $pairs += 16;
    } while (hrtime(true) < $end);

    return $pairs;
}, (float) $warmUp, (float) $seconds);
