--TEST--
In a Cluster a process ends while one master hangs and the others have forgotten the scripts: its locks at the others are free
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\ClusterSet;
use Tests\Worker;

$set = ClusterSet::start();
$masters = $set->masters();
$names = [];
foreach ($masters as $master) {
    for ($i = 0; $i < 30; $i++) {
        $names[] = $set->name('end', $master);
    }
}
$worker = Worker::run(<<<'PHP'
    [, $config, $names] = $argv;
    $lock = new RedisMutexLock(unserialize($config));
    foreach (explode(' ', $names) as $name) {
        Tests\Check::true($lock->lock($name, 0, 60), 'lock');
    }
    say('locked');
    hear();
    PHP, [serialize($set->config()), implode(' ', $names)]);
$worker->expect('locked');
foreach ($masters as $master) {
    $master->client()->call('SCRIPT', 'FLUSH');
}
$masters[0]->pause();
$worker->tell('end');
$worker->finish();
foreach ([1, 2] as $living) {
    Check::same([], $masters[$living]->client()->call('KEYS', 'lock:*'), "locks at master $living");
}
echo 'done';
?>
--EXPECT--
done
