--TEST--
A master is demoted or dies after the lock: a release that is not awaited frees the name at the promoted one
--FILE--
<?php
$next = [
    'lock' => fn (RedisMutexLock $lock, string $name) => $lock->lock($name, 30, 60) && $lock->unlock($name),
    'isLocked' => fn (RedisMutexLock $lock, string $name) => !$lock->isLocked($name),
    'nothing' => fn () => true,
];
foreach (['an uncut connection' => false, 'a cut' => true] as $how => $cut) {
    $pair = new Failover();
    $locks = [];
    foreach ($next as $what => $_) {
        $locks[$what] = new RedisMutexLock($pair->gateway->config() + ['await_release' => false, 'command_timeout' => 20]);
        Ahead::warm($locks[$what]);
        Check::true($locks[$what]->lock($what, 0, 600), "$how, $what: lock");
    }
    $pair->changePlaces(cut: $cut);
    $redis = $pair->master->client();
    foreach ($next as $what => $call) {
        $lock = $locks[$what];
        Check::true($lock->unlock($what), "$how, $what: unlock");
        Check::true($call($lock, $what), "$how: $what");
        unset($locks[$what], $lock);
        Check::same(0, $redis->call('EXISTS', "lock:$what"), "$how, $what: nothing is left at the new master");
    }
}
echo "done\n";
?>
--EXPECT--
done
