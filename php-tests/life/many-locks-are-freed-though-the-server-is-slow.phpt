--TEST--
The end of a request and the death of an object free hundreds of locks at a server that is slow and answers all the time
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Proxy;
use Tests\RedisServer;
use Tests\Worker;

$server = RedisServer::start();
$redis = $server->client();
// The releases take at least 0.3 s. This is more than a command may take, and less than the 0.5 s of the whole end.
$proxy = Proxy::to($server, ['command' => 'EVAL*', 'do' => 'pace', 'us' => 600]);
$warm = new RedisMutexLock($server->url());
Check::true($warm->lock('warm') && $warm->unlock('warm'), 'the script is known');
$code = <<<'PHP'
    [, $url, $end] = $argv;
    $lock = new RedisMutexLock(['url' => $url, 'command_timeout' => 0.15]);
    for ($i = 0; $i < 500; $i++) {
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
        $worker = Worker::run($code, [$proxy->url(), $end]);
        $worker->expect('held', 30);
        Check::same(500, $redis->call('DBSIZE'), "$end: locks");
        $worker->tell('go');
        $began = hrtime(true);
        if ($end === 'object') {
            $worker->expect('ended');
            $seconds = (hrtime(true) - $began) / 1e9;
            $worker->tell('end');
            $worker->finish();
        } else {
            $worker->finish();
            $seconds = (hrtime(true) - $began) / 1e9;
        }
        $left = $redis->call('DBSIZE');
    } while ($left > 0 && $seconds >= 0.5 && --$tries > 0);
    Check::same(0, $left, "$end: keys left after $seconds s");
}
echo 'done';
?>
--EXPECT--
done
