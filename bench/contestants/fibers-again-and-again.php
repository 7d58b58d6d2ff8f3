<?php

declare(strict_types=1);

/*
 * Fibers of one process wait for a lock, fifty at once, until there were so many waits.
 *     fibers-again-and-again.php PORT WAITS
 * Prints by how much the process has grown meanwhile: bytes of PHP memory, bytes of resident memory, and descriptors.
 */

require __DIR__ . '/../../php-tests/lib/autoload.php';
require __DIR__ . '/fibers-of-one-name.php';

const AT_ONCE = 50;

[, $port, $count] = $argv;

$line = new FibersOfOneName((int) $port);
$waits = static function (int $count) use ($line): void {
    for (; $count > 0; $count -= AT_ONCE) {
        $line->wait(AT_ONCE);
        $line->handOver();
    }
    gc_collect_cycles();
};
$size = static function (): array {
    preg_match('/^VmRSS:\s+(\d+)/m', file_get_contents('/proc/self/status'), $kilobytes);

    return [memory_get_usage(), 1024 * (int) $kilobytes[1], count(scandir('/proc/self/fd'))];
};

$before = $size(); // what this question needs is there before
$waits(500);
$before = $size();
$waits((int) $count);
echo implode(' ', array_map(static fn (int $after, int $was): int => max(0, $after - $was), $size(), $before)), "\n";
