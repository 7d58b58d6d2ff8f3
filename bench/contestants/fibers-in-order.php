<?php

declare(strict_types=1);

/*
 * So many fibers of one process wait for a lock, and get it one after the other.
 *     fibers-in-order.php PORT FIBERS
 * Prints how many connections they have while they wait, and how many of them had the lock in another place than that of the queue.
 */

require __DIR__ . '/../../php-tests/lib/autoload.php';
require __DIR__ . '/fibers-of-one-name.php';

[, $port, $count] = $argv;

$line = new FibersOfOneName((int) $port);
// A process that stands still for 0.2 s with a wake-up unread loses its place. Such a round proves nothing and is repeated.
$tries = 5;
do {
    $line->wait((int) $count);
    $inQueue = $line->queue->tokens();
    $connections = $line->connections();
    $line->handOver();
    $misplaced = count(array_diff_assoc($line->order, $inQueue));
} while ($misplaced > 0 && $line->loop->longestStall > 0.1 && --$tries > 0);
echo "$connections $misplaced\n";
