--TEST--
Processes lock with min_replicas 1, the replica is cut off, the master is killed and the replica promoted: it has each lock that was granted
--FILE--
<?php
$pair = new Failover();
$config = ['port' => $pair->master->port, 'min_replicas' => 1, 'command_timeout' => 0.5, 'auto_release' => false];
$dir = new TempDir();
$stop = $dir->file('stop');
$workers = [];
for ($i = 0; $i < 4; $i++) {
    $workers[] = Worker::run(<<<'PHP'
        [, $config, $number, $stop] = $argv;
        $lock = new RedisMutexLock(unserialize($config));
        $failed = 0;
        $granted = [];
        for ($i = 0; $failed < 200 && !file_exists($stop); $i++) {
            $name = "n$number-$i";
            try {
                $lock->lock($name, 0, 600) && $granted[$name] = $lock->token($name);
                count($granted) === 50 && say('fifty');
            } catch (RedisMutexLockUnavailableException) {
                $failed++;
            }
        }
        say(json_encode($granted));
        PHP, [serialize($config), $i, $stop]);
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
    foreach (json_decode($worker->line(60), true) as $name => $token) {
        $count++;
        Check::same($token, $new->call('GET', "lock:$name"), "owner of $name at the promoted replica");
    }
    $worker->finish();
}
Check::between(200, PHP_INT_MAX, $count, 'locks');
echo 'done';
?>
--EXPECT--
done
