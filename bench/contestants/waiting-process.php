<?php

declare(strict_types=1);

/*
 * One of many processes that want the same lock. It obeys orders, one in each line, until stdin ends. SECTION is how many
 * microseconds it holds the lock:
 *     greet CONTESTANT NAME                  lock and unlock: connects, and loads the scripts into the server
 *     hold CONTESTANT NAME SECTION           take the lock, print a line, hold it until a line comes and for one section more
 *     wait CONTESTANT NAME SECTION           print a line, wait for the lock, hold it for one section
 *     loop CONTESTANT NAME SECTION SECONDS   print a line, wait for a line, then lock and unlock in a loop
 *     ping SECTION COUNT                     measure so many round trips, each after a pause of one section
 *     turns CONTESTANT NAME COUNT OF FEWEST MOST PAUSE SECONDS
 *                                            print a line, wait for a line, then take turns, each with COUNT of OF names, a section
 *                                            of FEWEST to MOST microseconds, and a pause behind it
 * All times are in nanoseconds of the monotonic clock, which all processes share.
 *     waiting-process.php PORT
 */

error_reporting(E_ALL & ~E_DEPRECATED); // Debian's Laravel is older than its PHP

require __DIR__ . '/waiting-locks.php';
require __DIR__ . '/waiting-orders.php';

$port = (int) $argv[1];
$locks = [];
while (($line = fgets(STDIN)) !== false) {
    $words = explode("\t", rtrim($line));
    if ($words[0] === 'ping') {
        ping($port, (int) $words[1], (int) $words[2]);
        continue;
    }
    [$order, $contestant, $name, $section, $seconds] = [...$words, '', ''];
    [$lock, $unlock] = $locks[$contestant] ??= waiting_lock($contestant, $port);
    if ($order === 'turns') {
        [$count, $of, $fewest, $most, $pause] = array_map(intval(...), array_slice($words, 3));
        take_turns_with_pauses($lock, $unlock, names_drawn($name, $count, $of), [$fewest, $most], $pause, (float) end($words));
        continue;
    }
    match ($order) {
        'greet' => greet($lock, $unlock, $name),
        'hold' => hold($lock, $unlock, $name, (int) $section),
        'wait' => wait($lock, $unlock, $name, (int) $section),
        'loop' => repeat($lock, $unlock, $name, (int) $section, (float) $seconds),
    };
}
