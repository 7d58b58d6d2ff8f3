<?php

declare(strict_types=1);

/*
 * One of many processes that want the same lock. It obeys orders, one in each line, until stdin ends:
 *     greet CONTESTANT NAME          lock and unlock: connects, and loads the scripts into the server
 *     hold CONTESTANT NAME           take the lock, print a line, hold the lock until a line comes and for one section more
 *     wait CONTESTANT NAME           print a line, wait for the lock, hold it for one section
 *     loop CONTESTANT NAME SECONDS   print a line, wait for a line, then lock and unlock in a loop
 *     ping                           measure a round trip
 * All times are in nanoseconds of the monotonic clock, which all processes share.
 *     waiting-process.php PORT
 */

error_reporting(E_ALL & ~E_DEPRECATED); // Debian's Laravel is older than its PHP

require __DIR__ . '/../measure/statistics.php';
require __DIR__ . '/waiting-locks.php';
require __DIR__ . '/waiting-orders.php';

$port = (int) $argv[1];
$locks = [];
while (($line = fgets(STDIN)) !== false) {
    [$order, $contestant, $name, $seconds] = [...explode("\t", rtrim($line)), '', '', ''];
    if ($order === 'ping') {
        ping($port);
        continue;
    }
    [$lock, $unlock] = $locks[$contestant] ??= waiting_lock($contestant, $port);
    match ($order) {
        'greet' => greet($lock, $unlock, $name),
        'hold' => hold($lock, $unlock, $name),
        'wait' => wait($lock, $unlock, $name),
        'loop' => repeat($lock, $unlock, $name, (float) $seconds),
    };
}
