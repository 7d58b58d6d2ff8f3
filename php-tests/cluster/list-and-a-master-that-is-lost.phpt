--TEST--
In a Cluster list() is Unavailable and names the master that is dead; after the failover it is complete again
--FILE--
<?php
$set = ClusterSet::start();
[$first, $lost] = $set->masters();
$lock = new RedisMutexLock($set->config(['command_timeout' => 3]));
$expected = [];
foreach ($set->masters() as $master) {
    for ($i = 0; $i < 5; $i++) {
        $name = $set->name("n$i", $master);
        Check::true($lock->lock($name, 0, 600), 'lock');
        $expected[$name] = $lock->token($name);
    }
}
ksort($expected, SORT_STRING);
// Nobody can bring the replica into step with a master that is dead already.
$set->synchronise();
$found = static fn (): array => array_column($lock->list(), 'owner', 'name');
Check::same($expected, $found(), 'before');

$lost->pause();
$began = hrtime(true);
$message = Check::throws(RedisMutexLockUnavailableException::class, $found)->getMessage();
Check::true(str_contains($message, "127.0.0.1:$lost->port"), "it names the master that hangs: $message");
Check::between(0, 30, (hrtime(true) - $began) / 1e9, 'seconds');
$lost->resume();
Check::same($expected, $found(), 'the master is back');

// The others do not notice it yet.
$lost->kill();
$message = Check::throws(RedisMutexLockUnavailableException::class, $found)->getMessage();
Check::true(str_contains($message, "127.0.0.1:$lost->port"), "it names the dead master: $message");
$set->kill($lost);
$set->promoted($lost);
Check::same($expected, $found(), 'after the failover');
// Another process, which knew nothing before, with the dead one as its first seed.
$config = $set->config(['cluster' => ["127.0.0.1:$lost->port", "127.0.0.1:$first->port"]]);
Check::same($expected, array_column((new RedisMutexLock($config))->list(), 'owner', 'name'), 'a dead seed');
Check::true($lock->unlockAll(), 'unlock');
Check::same([], $found(), 'nothing is left');
echo 'done';
?>
--EXPECT--
done
