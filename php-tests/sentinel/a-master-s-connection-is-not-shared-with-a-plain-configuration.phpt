--TEST--
A configuration with Sentinel and a plain one of the same server have a connection each; two objects with the same Sentinel share one
--FILE--
<?php
$set = SentinelSet::shared();
$master = $set->master();
$name = Check::unique('shared');
$connections = static fn (): int => count(array_filter(
    $master->client()->clients(),
    static fn (array $client): bool => $client['name'] === $name,
));
$locks = [];
foreach ([
    [$set->config(['name' => $name, 'command_timeout' => 10]), 1],
    [Pass::config($master->port) + ['name' => $name, 'command_timeout' => 10], 2],
    [$set->config(['name' => $name, 'command_timeout' => 10]), 2],
    [Pass::config($master->port) + ['name' => $name, 'command_timeout' => 10], 2],
] as $i => [$config, $count]) {
    $locks[$i] = new RedisMutexLock($config);
    Check::true($locks[$i]->lock("$name-$i", 0, 60), "lock $i");
    Check::same($count, $connections(), "connections with object $i");
}
foreach ($locks as $i => $lock) {
    Check::true($lock->unlock("$name-$i"), "unlock $i");
}
Check::same(2, $connections(), 'connections at the end');
echo 'done';
?>
--EXPECT--
done
