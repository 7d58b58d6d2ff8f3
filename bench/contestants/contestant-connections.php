<?php

declare(strict_types=1);

/*
 * What a new connection costs: the time of a pair on a new connection, without the time of a pair on one that exists.
 *     contestant-connections.php COUNT ADDRESS [ADDRESS]
 * RedisMutexLock and phpredis do it in turns, at each address. For each address it prints the medians in milliseconds: of
 * RedisMutexLock and of phpredis.
 */

require __DIR__ . '/../measure/statistics.php';
require __DIR__ . '/addresses.php';
require __DIR__ . '/compare-and-delete.php';

const REST = 20; // so many pairs on a connection that exists

$milliseconds = static function (callable $run): float {
    $start = hrtime(true);
    $run();

    return (hrtime(true) - $start) / 1e6;
};

/** The median, because a single pair that is late says nothing about the others. */
$rest = static fn (callable $pair): float => median(array_map(static fn () => $milliseconds($pair), range(1, REST)));

/** RedisMutexLock has one connection for each configuration, so each sample has another client name. */
$mutex = static function (string $address, int $sample) use ($milliseconds, $rest): float {
    $pair = static function (RedisMutexLock $lock): void {
        $lock->lock('bench', 0, 20) && $lock->unlock('bench') || throw new RuntimeException('The lock was not free.');
    };
    $new = $milliseconds(static function () use ($address, $sample, $pair, &$lock): void {
        $lock = new RedisMutexLock(['url' => url_of($address), 'name' => "sample-$sample"]);
        $pair($lock);
    });

    return $new - $rest(static fn () => $pair($lock));
};

$phpredis = static function (string $address) use ($milliseconds, $rest): float {
    $pair = static function (Redis $redis): void {
        $token = bin2hex(random_bytes(16));
        $redis->set('lock:bench', $token, ['NX', 'PX' => 20000]) || throw new RuntimeException('The lock was not free.');
        $redis->evalSha(sha1(COMPARE_AND_DELETE), ['lock:bench', $token], 1) || throw new RuntimeException('The lock was lost.');
    };
    $new = $milliseconds(static function () use ($address, $pair, &$redis): void {
        $redis = connected_phpredis($address);
        $pair($redis);
    });

    return $new - $rest(static fn () => $pair($redis));
};

[, $count] = $argv;
$addresses = array_slice($argv, 2);
foreach ($addresses as $address) {
    connected_phpredis($address)->script('load', COMPARE_AND_DELETE);
}
$samples = [];
for ($sample = 0; $sample < (int) $count; $sample++) {
    foreach ($addresses as $at => $address) {
        $samples[$at][0][] = $mutex($address, $sample);
        $samples[$at][1][] = $phpredis($address);
    }
}
foreach ($samples as $of) {
    echo implode(' ', array_map(median(...), $of)), "\n";
}
