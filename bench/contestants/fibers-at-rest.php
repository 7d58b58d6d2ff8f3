<?php

declare(strict_types=1);

/*
 * So many fibers of one process wait for a lock that another one keeps.
 *     fibers-at-rest.php PORT FIBERS SECONDS
 * Prints what they do meanwhile: scripts a second, BLPOPs a second, and the share of a processor that the process needs.
 */

require __DIR__ . '/../../php-tests/lib/autoload.php';
require __DIR__ . '/fibers-of-one-name.php';

[, $port, $count, $seconds] = $argv;

$line = new FibersOfOneName((int) $port);
// Fibers that come together look at their places together, which costs less.
$line->wait((int) $count, within: 1);

/** @return array{int, int} scripts and BLPOPs so far */
$calls = static function () use ($line): array {
    $stats = $line->server->client()->call('INFO', 'commandstats');

    return array_map(
        static fn (string $command) => preg_match("/^cmdstat_$command:calls=(\d+)/m", $stats, $found) ? (int) $found[1] : 0,
        ['evalsha', 'blpop'],
    );
};
$line->loop->start(static function () use ($line, $calls, $seconds): void {
    $line->loop->sleep(1.5); // each of them has slept once until the end of a slice
    [$scripts, $blpops] = $calls();
    $cpu = Tests\Cost::spent();
    $began = hrtime(true);
    $line->loop->sleep((float) $seconds);
    $took = (hrtime(true) - $began) / 1e9;
    $cpu = Tests\Cost::spent() - $cpu;
    [$scriptsAfter, $blpopsAfter] = $calls();
    printf("%.3f %.3f %.6f\n", ($scriptsAfter - $scripts) / $took, ($blpopsAfter - $blpops) / $took, $cpu / $took);
    $line->release();
});
$line->loop->run(600);
