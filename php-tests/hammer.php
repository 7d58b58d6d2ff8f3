<?php
/*
 * The exclusion hammer: processes that are killed, stopped and cut off fight for a few locks. See lib/Hammer.php.
 *
 *   php -n php-tests/hammer.php [SECONDS [SEED [server|sentinel|cluster|quorum [usual|fast]]]]
 *
 * 30 s, a random seed, one server and the usual pace, unless given. Behind Sentinel and in a Cluster masters fail, and
 * slots move. Of a quorum of five servers up to two are away. The fast pace is that of the long proof.
 *
 * The seed repeats the kills, the stops and all random choices of the processes. Their timing is different in each run.
 */

declare(strict_types=1);

namespace Tests;

require __DIR__ . '/lib/autoload.php';

Cleanup::whenInterrupted();
// The history of a minute at the fast pace takes more than the 128 MB that PHP has without a php.ini.
ini_set('memory_limit', '1G');
[$seconds, $seed] = [(float) ($argv[1] ?? 30), (int) ($argv[2] ?? random_int(1, 999_999_999))];
$pace = HammerPace::from($argv[4] ?? HammerPace::Usual->value);
$target = match ($kind = $argv[3] ?? 'server') {
    'server' => new HammerServer(),
    'sentinel' => new HammerSentinel(),
    'cluster' => new HammerCluster($pace),
    'quorum' => new HammerQuorum(),
};
printf("%g s, seed %d, %s, %s pace\n", $seconds, $seed, $kind, $pace->value);
$problems = (new Hammer($seconds, $seed, target: $target, pace: $pace))->run();
array_walk($problems, static fn (string $problem) => print("WRONG: $problem\n"));
exit($problems === [] ? 0 : 1);
