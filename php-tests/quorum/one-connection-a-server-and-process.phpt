--TEST--
Objects of one process share one connection to each of five servers, and renewal adds one each
--FILE--
<?php
$set = QuorumSet::start();
$config = $set->config(['name' => 'counted']);
$open = static fn (): array => array_map(static fn (RedisClient $client): int => count(array_filter(
    $client->clients(),
    static fn (array $one): bool => $one['name'] === 'counted',
)), $set->clients());
$locks = [];
for ($i = 0; $i < 5; $i++) {
    $locks[] = new RedisMutexLock($config);
    Check::true($locks[$i]->lock("a$i", 0, 600), 'lock');
}
Check::same([1, 1, 1, 1, 1], $open(), 'connections');
$renewing = new RedisMutexLock(['lease' => 3] + $config);
Check::true($renewing->lock('b', 0, null) && $renewing->lock('c', 0, null), 'lock');
$before = RedisMutexLock::stats()['renewed'];
Check::eventually(static fn (): bool => RedisMutexLock::stats()['renewed'] >= $before + 4, 20, 'renewed');
foreach ($open() as $number => $count) {
    Check::between(2, 2, $count, "connections to server $number with renewal");
}
echo 'done';
?>
--EXPECT--
done
