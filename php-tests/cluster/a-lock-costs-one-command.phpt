--TEST--
In a Cluster a lock is one command and its release another one, once the map is known, with a connection to nobody else
--FILE--
<?php
$set = ClusterSet::shared();
$client = Check::unique('client');
$watch = new ClusterWatch($set, $client);
$lock = new RedisMutexLock($set->config(['name' => $client]));
$master = $set->masters()[1];
// The first lock learns the map, the first release the script.
Check::true($lock->lock($name = $set->name('first', $master)) && $lock->unlock($name), 'the first pair');
$before = count($watch->commands($master));
$others = $watch->count('');
$name = $set->name('then', $master);
Check::true($lock->lock($name) && $lock->unlock($name), 'a pair');
$commands = array_slice($watch->commands($master), $before);
// What a script does is shown with "lua" as its address.
Check::same(['SET', 'EVALSHA'], array_map(static fn (string $command): string => strtoupper(explode(' ', $command)[0]), $commands), 'the commands of a pair');
Check::same($others + 2, $watch->count(''), 'nobody else is asked');
echo 'done';
?>
--EXPECT--
done
