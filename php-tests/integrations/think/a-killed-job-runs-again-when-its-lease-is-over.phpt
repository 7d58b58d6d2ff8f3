--TEST--
underLock(): after a SIGKILL of the worker the second delivery of the job gets the lock within the lease and one second
--FILE--
<?php
use Tests\Check;
use Tests\Queue;
use Tests\RedisServer;
use Tests\ThinkQueue;

const LEASE = 4;

$jobs = new ThinkQueue(retryAfter: 1, lock: ['lease' => LEASE]);
$lock = Check::unique('export');
$first = $jobs->worker();
$second = $jobs->worker();
ThinkQueue::push($first, ['lock' => $lock, 'options' => ['wait' => 60]]);
ThinkQueue::begin($first);
$second->tell('work');
(new Queue(RedisServer::shared(), $lock))->reaches(1);

$first->kill();
$killed = hrtime(true);
$second->expect('works', 60);
Check::between(0, LEASE + 1, (hrtime(true) - $killed) / 1e9, 'seconds from the kill to the second delivery');
$second->tell('finish');
ThinkQueue::end($second, 'done');
$second->tell('size');
$second->expect('0', 60);
echo "done\n";
?>
--EXPECT--
done
