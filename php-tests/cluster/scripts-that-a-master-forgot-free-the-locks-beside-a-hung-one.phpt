--TEST--
In a Cluster a process ends while one master hangs and the others have forgotten the scripts: its locks at the others are free
--FILE--
<?php
$set = ClusterSet::start();
$masters = $set->masters();
$names = [];
foreach ($masters as $master) {
    for ($i = 0; $i < 30; $i++) {
        $names[] = $set->name('end', $master);
    }
}
// The end has half a second for all locks. If the machine was too slow, the round proves nothing and is repeated.
$tries = 3;
do {
    $worker = Worker::run(<<<'PHP'
        [, $config, $names] = $argv;
        $lock = new RedisMutexLock(unserialize($config));
        foreach (explode(' ', $names) as $name) {
            Tests\Check::true($lock->lock($name, 0, 60), 'lock');
        }
        say('locked');
        hear();
        PHP, [serialize($set->config(['command_timeout' => 10])), implode(' ', $names)]);
    $worker->expect('locked', 30);
    foreach ($masters as $master) {
        $master->client()->call('SCRIPT', 'FLUSH');
    }
    $masters[0]->pause();
    $began = hrtime(true);
    $worker->tell('end');
    $worker->finish();
    $seconds = (hrtime(true) - $began) / 1e9;
    $left = array_map(static fn (int $living): array => $masters[$living]->client()->call('KEYS', 'lock:*'), [1, 2]);
    $masters[0]->resume();
    foreach ($masters as $master) {
        $master->client()->call('FLUSHALL');
    }
} while ($left !== [[], []] && $seconds >= 0.7 && --$tries > 0);
Check::same([[], []], $left, "locks at the other masters after $seconds s");
echo 'done';
?>
--EXPECT--
done
