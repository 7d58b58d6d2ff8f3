<?php

declare(strict_types=1);

/*
 * One of many that want the same lock. Takes orders, one a line, until there are no more:
 *     greet CONTESTANT NAME          lock and unlock; connects, and teaches the server its scripts
 *     hold CONTESTANT NAME           take the lock, say so, keep it until a line comes and for a section more
 *     wait CONTESTANT NAME           say so, wait for the lock, keep it for a section
 *     loop CONTESTANT NAME SECONDS   say so, wait for a line, then again and again
 *     ping                           what a round trip takes
 * All times are of the clock that all processes share, in nanoseconds.
 *     waiting-process.php PORT
 */

error_reporting(E_ALL & ~E_DEPRECATED); // Debian's Laravel is older than its PHP

require __DIR__ . '/statistics.php';
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
