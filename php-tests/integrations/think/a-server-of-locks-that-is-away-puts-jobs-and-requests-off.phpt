--TEST--
Without the server of the locks, a job of underLock() goes back into the queue, and SessionInit answers before the action runs
--FILE--
<?php
use RedisMutexLock\Think\middleware\SessionInit;
use Tests\Check;
use Tests\Port;
use Tests\ThinkQueue;
use Tests\ThinkSite;

$away = ['store' => null, 'connection' => ['host' => '127.0.0.1', 'port' => Port::free()], 'retry_for' => 0];

$worker = (new ThinkQueue(retryAfter: 60, lock: $away))->worker();
ThinkQueue::push($worker, ['lock' => Check::unique('export')]);
$worker->tell('work');
// Work that began would say so before.
ThinkQueue::end($worker);
$worker->tell('size');
$worker->expect('1', 60);

// An action that ran would wait for the test.
$site = new ThinkSite(SessionInit::class . '::class', '', $away);
$id = $site->session(3);
Check::same(500, $site->begin('/add', $id)->response(60)['status'], 'the status');
Check::same(['number' => 3], $site->saved($id), 'the session');
echo "done\n";
?>
--EXPECT--
done
