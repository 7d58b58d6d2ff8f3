--TEST--
At the end of a script, a server that does not answer does not keep the locks on another from being released
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisServer;
use Tests\Worker;

$healthy = RedisServer::start();
$hung = RedisServer::start();
foreach ([[$hung, $healthy], [$healthy, $hung]] as [$first, $second]) {
    $worker = Worker::run(<<<'PHP'
        foreach ([$argv[1], $argv[2]] as $i => $url) {
            $locks[$i] = new RedisMutexLock($url);
            $locks[$i]->lock('a', 0, 60) || exit('not free');
        }
        say('held');
        hear();
        PHP, [$first->url(), $second->url()]);
    $worker->expect('held');
    $hung->pause();
    $worker->tell('end');
    $worker->finish();
    Check::same(0, $healthy->client()->call('EXISTS', 'lock:a'), 'on the healthy server');
    $hung->resume();
    $hung->client()->call('DEL', 'lock:a');
}
echo "done\n";
?>
--EXPECT--
done
