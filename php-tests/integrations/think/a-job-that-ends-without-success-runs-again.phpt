--TEST--
underLock(): a job that throws or puts itself back frees its lock, and its next delivery does the work; other locks are its own matter
--FILE--
<?php
use Tests\Check;
use Tests\RedisServer;
use Tests\ThinkQueue;

$jobs = new ThinkQueue(retryAfter: 60);
$worker = $jobs->worker();
$redis = RedisServer::shared()->client();
$lock = Check::unique('export');

foreach (['throw' => [], 'give back' => ['done'], 'lose another lock' => [], 'wait for another lock' => []] as $word => $lines) {
    ThinkQueue::push($worker, ['lock' => $lock]);
    ThinkQueue::begin($worker);
    Check::same(1, $redis->call('EXISTS', "lock:$lock"), "the lock of a job that will $word");
    $worker->tell($word);
    ThinkQueue::end($worker, ...$lines);
    Check::same(0, $redis->call('EXISTS', "lock:$lock"), "the lock after: $word");
    ThinkQueue::begin($worker);
    $worker->tell('finish');
    ThinkQueue::end($worker, 'done');
    $worker->tell('size');
    $worker->expect('0', 60);
}
echo "done\n";
?>
--EXPECT--
done
