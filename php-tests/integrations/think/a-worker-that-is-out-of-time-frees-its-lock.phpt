--TEST--
A worker whose job takes longer than --timeout kills itself, and the lock of the job is free at once, not when the lease is over
--FILE--
<?php
use Tests\Check;
use Tests\RedisServer;
use Tests\ThinkQueue;

$jobs = new ThinkQueue(retryAfter: 60, lock: ['lease' => 3600]);
$worker = $jobs->worker();
$lock = Check::unique('export');
ThinkQueue::push($worker, ['lock' => $lock]);
ThinkQueue::begin($worker);
$worker->signal(SIGALRM);
Check::same(128 + SIGKILL, $worker->wait(60), 'how the worker ends');
Check::same(0, RedisServer::shared()->client()->call('EXISTS', "lock:$lock"), 'the lock of the job');
echo "done\n";
?>
--EXPECT--
done
