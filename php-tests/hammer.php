<?php
/*
 * The exclusion hammer: processes that are killed, stopped and cut off fight for a few locks. See lib/Hammer.php.
 *
 *   php -n php-tests/hammer.php [SECONDS [SEED [server|sentinel|cluster|quorum]]]
 *
 * 30 s, a random seed and one server, unless given. Behind Sentinel and in a Cluster masters fail, and slots move. Of a
 * quorum of five servers up to two are away.
 *
 * The seed repeats the kills, the stops and all random choices of the processes. Their timing is different in each run.
 */

declare(strict_types=1);

namespace Tests;

require __DIR__ . '/lib/autoload.php';

Cleanup::whenInterrupted();
[$seconds, $seed] = [(float) ($argv[1] ?? 30), (int) ($argv[2] ?? random_int(1, 999_999_999))];
$target = match ($kind = $argv[3] ?? 'server') {
    'server' => new HammerServer(),
    'sentinel' => new HammerSentinel(),
    'cluster' => new HammerCluster(),
    'quorum' => new HammerQuorum(),
};
printf("%g s, seed %d, %s\n", $seconds, $seed, $kind);
$problems = (new Hammer($seconds, $seed, target: $target))->run();
array_walk($problems, static fn (string $problem) => print("WRONG: $problem\n"));
exit($problems === [] ? 0 : 1);
