--TEST--
The end of a request and the death of an object free 3,000 locks at a server with late answers
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Proxy;
use Tests\RedisServer;
use Tests\Worker;

$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
$warm = new RedisMutexLock($server->url());
Check::true($warm->lock('warm') && $warm->unlock('warm'), 'the script is known');
$code = <<<'PHP'
    [, $url, $end] = $argv;
    $lock = new RedisMutexLock(['url' => $url]);
    for ($i = 0; $i < 3000; $i++) {
        $lock->lock("n$i", 0, 600) || throw new Exception('not free');
    }
    say('held');
    hear();
    if ($end === 'object') {
        unset($lock);
        say('ended');
        hear();
    } elseif ($end === 'exit') {
        exit(0);
    }
    PHP;
foreach (['object', 'exit', 'the end of the script'] as $end) {
    // If the machine was too slow, the round proves nothing and is repeated.
    $tries = 3;
    do {
        $redis->call('FLUSHALL');
        $proxy->clear();
        $worker = Worker::run($code, [$proxy->url(), $end]);
        $worker->expect('held', 60);
        Check::same(3000, $redis->call('DBSIZE'), "$end: locks");
        // The whole end has 0.5 s. A round trip for each hundred locks would take 3 s.
        $proxy->rule(['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 100]);
        $worker->tell('go');
        $began = hrtime(true);
        $end === 'object' ? $worker->expect('ended') : $worker->finish();
        $seconds = (hrtime(true) - $began) / 1e9;
        $left = $redis->call('DBSIZE');
        if ($end === 'object') {
            $worker->tell('end');
            $worker->finish();
        }
    } while ($left > 0 && $seconds >= 0.5 && --$tries > 0);
    Check::same(0, $left, "$end: keys left after $seconds s");
}
echo 'done';
?>
--EXPECT--
done
