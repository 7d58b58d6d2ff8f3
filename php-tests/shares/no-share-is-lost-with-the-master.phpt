--TEST--
Processes take shares with min_replicas 1, the replica is cut off, the master is killed and the replica promoted: it has each share that was granted
--FILE--
<?php
$pair = new Failover();
$config = Pass::config($pair->master->port) + ['min_replicas' => 1, 'command_timeout' => 0.5, 'auto_release' => false];
$dir = new TempDir();
$stop = $dir->file('stop');
$workers = [];
for ($i = 0; $i < 4; $i++) {
    // All processes share the same names, and each limit has room for all of them.
    $workers[] = Worker::run(<<<'PHP'
        [, $config, $stop] = $argv;
        $locks = [];
        $failed = 0;
        $granted = [];
        for ($i = 0; $failed < 200 && !file_exists($stop); $i++) {
            $lock = $locks[] = new RedisMutexLock(unserialize($config));
            $name = 'n' . $i % 7;
            try {
                $lock->lockShared($name, 0, 600, limit: $i % 2 === 0 ? 100_000 : null) && $granted[$lock->token($name)] = $name;
                count($granted) === 50 && say('fifty');
            } catch (RedisMutexLockUnavailableException) {
                $failed++;
            }
        }
        say(json_encode($granted));
        PHP, [serialize($config), $stop]);
}
foreach ($workers as $worker) {
    $worker->expect('fifty', 60);
}
// From here on the master grants what the replica never gets.
$pair->part();
usleep(300_000);
$pair->kill();
touch($stop);
$pair->promote();
$new = $pair->master->client();
$count = 0;
foreach ($workers as $worker) {
    foreach (json_decode($worker->line(60), true) as $token => $name) {
        $count++;
        Check::true($new->call('ZSCORE', "lock:$name", $token) !== null, "a share of $name at the promoted replica");
    }
    $worker->finish();
}
Check::between(200, PHP_INT_MAX, $count, 'shares');
// They are shares there too: held beside each other, and beside no lock.
$lock = new RedisMutexLock($pair->gateway->config());
Check::same([false, true], [$lock->lock('n0'), $lock->lockShared('n0', 0, 60)], 'at the promoted master');
echo "done\n";
?>
--EXPECT--
done
