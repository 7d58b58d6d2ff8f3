--TEST--
In a Cluster there are connections only to masters that are needed; a replica is connected to only as a seed, until the map is known
--FILE--
<?php
$set = ClusterSet::shared();
/** @return list<int> places of the nodes that have connections of this name */
$connected = static function (string $client) use ($set): array {
    $has = static fn (RedisServer $node): bool => in_array($client, array_column($node->client()->clients(), 'name'), true);

    return array_keys(array_filter($set->nodes(), $has));
};
$place = static fn (RedisServer $node): int => array_search($node, $set->nodes(), true);
[$first, $second, $third] = $set->masters();
foreach (['master' => $first, 'replica' => $set->replicaOf($first)] as $what => $seed) {
    $client = Check::unique($what);
    $lock = new RedisMutexLock($set->config(['cluster' => ["127.0.0.1:$seed->port"], 'name' => $client]));
    Check::same([], $connected($client), "$what: before the first command");
    Check::true($lock->lock($set->name('a', $first), 0, null), "$what: lock at the first master");
    Check::true($lock->lock($set->name('b', $first), 0, 60), "$what: lock at the first master");
    Check::same([$place($first)], $connected($client), "$what: nodes with connections");
    Check::true($lock->lock($set->name('c', $second), 0, null), "$what: lock at the second master");
    $expected = [$place($first), $place($second)];
    sort($expected);
    Check::same($expected, $connected($client), "$what: nodes with connections at the end");
    Check::true($lock->unlockAll(), "$what: unlockAll");
    Check::same($expected, $connected($client), "$what: nodes with connections after unlockAll");
}
// Two objects with one configuration share their connections.
$client = Check::unique('shared');
$locks = [new RedisMutexLock($set->config(['name' => $client])), new RedisMutexLock($set->config(['name' => $client]))];
foreach ($locks as $lock) {
    Check::true($lock->lock($name = $set->name('d', $first)) && $lock->unlock($name), 'a pair');
}
$ours = array_filter($first->client()->clients(), static fn (array $seen): bool => $seen['name'] === $client);
Check::same(1, count($ours), 'connections of two objects');
echo 'done';
?>
--EXPECT--
done
