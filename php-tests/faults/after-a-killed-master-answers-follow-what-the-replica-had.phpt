--TEST--
Masters are killed among contending processes: a lock that the replica had is still held, any other is lost and never said to be held, fencing tokens grow
--FILE--
<?php
$pair = new Failover();
$dir = new TempDir();
// A short lease: a lock whose release did not reach the new master is held there until the lease is over.
$lease = 3;
$config = [...$pair->gateway->config(), 'fencing' => true, 'lease' => $lease];
$contend = fn (int $seed): Contender => Contender::start($config, $dir->file('stop'), $seed, $lease);
$contenders = array_map($contend, range(1, 6));
usleep(500_000);
$names = ['n1', 'n2', 'n3'];
/**
 * @var list<array{from: int, to: int, had: array<string, ?string>, waited: array<string, list<string>>}> the times without
 * a master, and of each name its token at the replica and the tokens that waited there
 */
$gaps = [];
for ($i = 0; $i < 4; $i++) {
    usleep(600_000);
    if ($i % 2 === 1) {
        $pair->part();
        usleep(500_000);
    }
    $from = hrtime(true);
    $pair->kill();
    usleep(200_000);
    $keys = array_map(static fn (string $name): string => "lock:$name", $names);
    $had = array_combine($names, $pair->replica->client()->call('MGET', ...$keys));
    $queued = static fn (string $name): array => (new Queue($pair->replica, $name))->tokens();
    $waited = array_combine($names, array_map($queued, $names));
    $pair->promote();
    $gaps[] = ['from' => $from, 'to' => hrtime(true), 'had' => $had, 'waited' => $waited];
    // The old master comes back without data.
    $pair->replica->restart();
    $pair->replica->client()->call('REPLICAOF', '127.0.0.1', $pair->master->plainPort);
    $pair->synchronise();
}
touch($dir->file('stop'));
$stories = array_merge(...array_map(static fn (Contender $contender): array => $contender->stories(), $contenders));
usort($stories, static fn (array $one, array $other): int => $one['from'] <=> $other['from']);

$wrong = [];
$expect = static function (bool $holds, string $what, mixed ...$of) use (&$wrong): void {
    $holds || $wrong[] = "not so: $what: " . json_encode($of);
};
$excuses = static fn (array $gap, array $first, array $second): bool => $first['called'] < $gap['to']
    && $second['from'] > $gap['from'] && $gap['had'][$first['name']] !== $first['token'];
foreach ($stories as $place => $story) {
    // The lease is not over before this moment, even without a renewal.
    $valid = $story['called'] + (int) ($lease * 0.95 * 1e9);
    $isSure = $story['to'] < $valid;
    $began = true;
    $isOpen = false;
    $lostIn = null;
    foreach ($gaps as $gap) {
        if ($story['from'] >= $gap['to'] || $story['left'] <= $gap['from']) {
            continue;
        }
        // A lock that was taken or released in the gap itself may belong to the time before it or after it.
        $began = $began && $story['from'] < $gap['from'];
        $isSure = $isSure && $began && $story['to'] > $gap['to'];
        if ($gap['had'][$story['name']] !== $story['token']) {
            $lostIn ??= $gap;
        }
        // The replica knew it as a waiter, so the new master may hand it the lock that the old one had handed it already.
        $isOpen = $isOpen || in_array($story['token'], $gap['waited'][$story['name']], true);
    }
    $isSure = $isSure && !$isOpen;
    if ($isSure && $lostIn === null) {
        $expect($story['unlock'] !== false && $story['lost'] === null, 'it is held', $story);
    } elseif ($isSure) {
        $expect($story['unlock'] !== true, 'unlock tells of the loss', $story);
    }
    foreach ($began && !$isOpen ? $story['asked'] : [] as [$asked, $answered, $is]) {
        $expect($is !== true || $lostIn === null || $asked < $lostIn['to'], 'isLocking tells of the loss', $story);
        $expect($is !== false || $lostIn !== null || $answered > $valid, 'isLocking tells that it is held', $story);
    }
    foreach (array_slice($stories, $place + 1) as $next) {
        if ($next['name'] !== $story['name']) {
            continue;
        }
        $expect($next['called'] < $story['from'] || $next['fence'] > $story['fence'], 'the fence grows', $story, $next);
        if ($next['from'] < $story['to']) {
            // In either order: a slow process may note its lock late and seem to be the second.
            $excused = static fn (array $gap): bool => $excuses($gap, $story, $next) || $excuses($gap, $next, $story);
            $expect(array_filter($gaps, $excused) !== [], 'nobody gets a lock that the replica had', $story, $next);
        }
    }
}
Check::same([], array_slice($wrong, 0, 3), 'what is wrong');
Check::true($stories !== [], 'there were locks');
echo 'done';
?>
--EXPECT--
done
