--TEST--
underLock(): a job that lost its lock before its work was done is not done again, and the log has a warning
--FILE--
<?php
use Tests\Check;
use Tests\ThinkQueue;

$jobs = new ThinkQueue(retryAfter: 60);
$worker = $jobs->worker();
$lock = Check::unique('export');

ThinkQueue::push($worker, ['lock' => $lock]);
ThinkQueue::begin($worker);
$worker->tell('lose and finish');
$warning = $worker->line(60);
Check::true(str_starts_with($warning, "warning: The lock [$lock] was lost while job \\Tests\\ThinkJob worked: "), $warning);
ThinkQueue::end($worker, 'done');
$worker->tell('size');
$worker->expect('0', 60);
echo "done\n";
?>
--EXPECT--
done
