--TEST--
3,000 objects, each with a lock of its own, are alive at the end of the request, and all of their locks are freed
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Proxy;
use Tests\RedisServer;
use Tests\Worker;

$server = RedisServer::start();
$redis = $server->client();
// The server is a millisecond away: single releases would take three seconds, and the end has half a second.
$proxy = Proxy::to($server, ['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 1]);
$code = <<<'PHP'
    [, $url, $end] = $argv;
    $all = [];
    for ($i = 0; $i < 3000; $i++) {
        $all[$i] = new RedisMutexLock($url);
        $all[$i]->lock("n$i", 0, 600) || throw new Exception('not free');
    }
    say('held');
    hear();
    $end === 'exit' ? exit(0) : null;
    PHP;
foreach (['exit', 'the end of the script'] as $end) {
    // If the machine was too slow, the round proves nothing and is repeated.
    $tries = 3;
    do {
        $redis->call('FLUSHALL');
        $worker = Worker::run($code, [$proxy->url(), $end]);
        $worker->expect('held', 30);
        Check::same(3000, $redis->call('DBSIZE'), "$end: locks");
        $worker->tell('go');
        $began = hrtime(true);
        $worker->finish();
        $seconds = (hrtime(true) - $began) / 1e9;
        $left = $redis->call('DBSIZE');
    } while ($left > 0 && $seconds >= 0.5 && --$tries > 0);
    Check::same(0, $left, "$end: keys left after $seconds s");
}
echo 'done';
?>
--EXPECT--
done
