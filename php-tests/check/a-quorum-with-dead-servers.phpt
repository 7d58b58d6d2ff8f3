--TEST--
The check of a quorum examines each server, also with a dead and a hung one among them, and counts those that grant locks
--FILE--
<?php
$set = QuorumSet::start(5, ['appendonly' => 'yes']);
$findings = Findings::of($set->config());
Check::same([], $findings->troubles(), "all five: $findings");
$findings->expect('good', 'quorum', '5 of 5 servers grant locks, and 3 are needed');
foreach ($set->ports() as $port) {
    Check::same(11, count($findings->at(":$port,")->rows), "rows of $port: $findings");
}

$set->kill(1);
$set->pause(3);
$findings = Findings::of($set->config(['command_timeout' => 2]));
Check::same(['bad reachable', 'bad reachable', 'warning quorum'], $findings->troubles(), "two are lost: $findings");
$findings->expect('warning', 'quorum', '3 of 5');
foreach ($set->ports() as $number => $port) {
    $row = $findings->at(":$port,")->row('reachable');
    Check::same([1 => 'bad', 3 => 'bad'][$number] ?? 'good', $row['state'], "server $number: $row[found]");
}

$set->kill(0);
$findings = Findings::of($set->config(['command_timeout' => 2]));
$findings->expect('bad', 'quorum', '2 of 5 servers grant locks, and 3 are needed');
$set->resume(3);

// One server under two names has one vote, and a replica has none.
$pair = new Replication();
$way = static fn (RedisServer $server, string $host = '127.0.0.1'): array => ['host' => $host] + $server->config();
$findings = Findings::of(['servers' => [$way($pair->master), $way($pair->master, 'localhost'), $way($pair->replicas[0])]]);
$findings->expect('bad', 'quorum', '1 of 3');
$found = array_column($findings->rows('reachable'), 'found');
Check::true(str_contains($found[1], 'it is the same server as 127.0.0.1:'), "the second name: $found[1]");
Check::true(str_contains($found[2], 'it is a replica'), "the replica: $found[2]");
$findings->at("127.0.0.1:{$pair->master->port},")->expect('warning', 'replicas', 'a server of a quorum has no replicas');
echo 'done';
?>
--EXPECT--
done
