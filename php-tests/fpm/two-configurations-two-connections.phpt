--TEST--
Two scripts of one worker with different configurations have a connection each, and keep both; equal ones share
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('two');
$fpm = Fpm::start(1);
$configs = [
    ['url' => $redis->url(1), 'name' => "$name-a"],
    ['url' => $redis->url(2), 'name' => "$name-b", 'lock_prefix' => 'b:'],
    // The same server as the first one: settings of locks make no new connection.
    ['url' => $redis->url(1), 'name' => "$name-a", 'lock_prefix' => 'other:', 'fencing' => true, 'auto_release' => false],
];
$scripts = array_map(fn (array $config): string => $fpm->script('$lock = new RedisMutexLock(' . var_export($config, true) . ');
    $second = new RedisMutexLock(' . var_export($config, true) . ');
    echo json_encode([$lock->lock("' . $name . '", 0, 60), $second->lock("' . $name . '"), $lock->unlock("' . $name . '")]);'), $configs);
$seen = [];
for ($round = 0; $round < 5; $round++) {
    foreach ($scripts as $i => $script) {
        Check::same('[true,false,true]', $fpm->request($script)['body'], "round $round, script $i");
    }
    $own = array_filter($client->clients(), fn (array $one): bool => str_starts_with($one['name'], $name));
    // CLIENT LIST has no fixed order.
    $own = array_column($own, 'name', 'id');
    ksort($own);
    $seen[] = $own;
}
Check::same(2, count($seen[0]), 'connections');
$names = array_values($seen[0]);
sort($names);
Check::same(["$name-a", "$name-b"], $names, 'one for each server');
Check::same(array_fill(0, 5, $seen[0]), $seen, 'the same ones in every round');

echo "done\n";
--EXPECT--
done
