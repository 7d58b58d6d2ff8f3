--TEST--
underLock(): with 0 seconds for `remember` a job is done and leaves no mark, while a year leaves one
--FILE--
<?php
use Tests\Check;
use Tests\RedisServer;
use Tests\ThinkQueue;

// A server of its own, because all of its keys are counted.
$redis = RedisServer::start();
$jobs = new ThinkQueue(retryAfter: 1, lock: ['connection' => ['host' => '127.0.0.1', 'port' => $redis->plainPort], 'store' => null]);
$worker = $jobs->worker();
foreach ([0 => 0, 31_536_000 => 1] as $remember => $marks) {
    ThinkQueue::push($worker, ['lock' => Check::unique('export'), 'options' => ['remember' => $remember]]);
    ThinkQueue::begin($worker);
    $worker->tell('finish');
    ThinkQueue::end($worker, 'done');
    $worker->tell('size');
    $worker->expect('0', 60);
    Check::same($marks, count($redis->client()->call('KEYS', 'lock:done:*')), "marks with $remember seconds");
}
echo "done\n";
?>
--EXPECT--
done
