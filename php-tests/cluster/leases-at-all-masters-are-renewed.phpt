--TEST--
In a Cluster leases at all masters are renewed while PHP does nothing, over one connection of the thread to each master
--FILE--
<?php
$set = ClusterSet::shared();
$names = array_map(static fn ($master): string => $set->name('renewed', $master), $set->masters());
$client = Check::unique('client');
$holder = Holder::of($names[0], $set->config(['lease' => 3, 'name' => $client]));
foreach (array_slice($names, 1) as $name) {
    Check::true($holder->ask("\$lock->lock('$name', 0, null)"), 'lock');
}
// Each lease ends after 3 s without renewal. PHP waits for a line.
foreach ($set->masters() as $number => $master) {
    $redis = $master->client();
    for ($i = 0; $i < 4; $i++) {
        $left = $redis->call('PTTL', "lock:$names[$number]");
        Check::eventually(function () use ($redis, $names, $number, &$left): bool {
            $before = $left;
            $left = $redis->call('PTTL', "lock:$names[$number]");

            return $left > $before;
        }, 10, "renewal $i at master $number");
    }
    $connections = array_filter($redis->clients(), static fn (array $seen): bool => $seen['name'] === $client);
    Check::between(1, 2, count($connections), "connections to master $number");
}
Check::same(0, $holder->ask('RedisMutexLock::stats()["lost"]'), 'lost');
Check::true($holder->ask('$lock->unlockAll()'), 'unlockAll');
$holder->finish();
foreach ($names as $name) {
    Check::same([], $set->keys("lock:$name*"), 'what is left');
}
echo 'done';
?>
--EXPECT--
done
