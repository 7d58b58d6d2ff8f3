--TEST--
The check of a Cluster examines each master with a key of its own slots, says whether all slots have one, and names a dead seed
--FILE--
<?php
$set = ClusterSet::shared();
$config = $set->config();
$findings = Findings::of($config);
$findings->expect('good', 'slots', 'all are at 3 masters');
foreach ($set->masters() as $master) {
    $rows = $findings->at(":$master->port,");
    foreach (['reachable', 'role', 'write', 'rights'] as $what) {
        $rows->expect('good', $what);
    }
    Check::true(str_contains($rows->row('role')['server'], '(a node of the Cluster)'), "its name: $findings");
}
Check::same(3, count($findings->rows('write')), "only masters are written to: $findings");
Check::same([], $set->keys('*check*'), 'keys of the check');
$pairs = Findings::of($set->config(['min_replicas' => 1]))->rows('replicas');
Check::same(['good', 'good', 'good'], array_column($pairs, 'state'), 'the replica of each master');

// The first seed is dead, and the others go on.
$dead = RedisServer::start();
$dead->kill();
$config['cluster'] = ["127.0.0.1:$dead->port", ...(array) $config['cluster']];
$findings = Findings::of($config);
$findings->at(":$dead->port,")->expect('bad', 'reachable', 'cannot be reached');
$findings->expect('good', 'slots');
Check::same(3, count($findings->rows('write')), "the masters: $findings");

// A node alone has no slots, and a server outside of a Cluster is none of its nodes.
$alone = RedisServer::start(['cluster-enabled' => 'yes']);
$findings = Findings::of(['cluster' => ["127.0.0.1:$alone->port"]] + array_diff_key($config, ['cluster' => 0]));
$findings->expect('bad', 'slots', '16384 of 16384 are at no master');
Findings::of(['cluster' => ['127.0.0.1:' . RedisServer::shared()->port]] + array_diff_key($config, ['cluster' => 0]))
    ->expect('bad', 'reachable', 'it is not a node of a Cluster');
Findings::of($set->masters()[0]->config())->expect('bad', 'role', 'it is a node of a Cluster', 'name the nodes in "cluster"');
echo 'done';
?>
--EXPECT--
done
