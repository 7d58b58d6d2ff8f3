--TEST--
think-queue delivers a long job twice: with underLock() the second delivery waits or comes back later, and the work is done once
--FILE--
<?php
use Tests\Check;
use Tests\Queue;
use Tests\RedisServer;
use Tests\ThinkQueue;

$jobs = new ThinkQueue(retryAfter: 1);
$first = $jobs->worker();
$second = $jobs->worker();

foreach (['comes back later' => ['releaseAfter' => 1], 'waits' => ['wait' => 60]] as $what => $options) {
    $lock = Check::unique('export');
    ThinkQueue::push($first, ['lock' => $lock, 'options' => $options]);
    ThinkQueue::begin($first);
    $second->tell('work');
    if ($what === 'waits') {
        (new Queue(RedisServer::shared(), $lock))->reaches(1);
        $first->tell('finish');
        ThinkQueue::end($first, 'done');
    } else {
        ThinkQueue::end($second, 'later');
        $first->tell('finish');
        ThinkQueue::end($first, 'done');
        $second->tell('work');
    }
    // Work that began again would say so before.
    ThinkQueue::end($second, 'done');
    $second->tell('size');
    $second->expect('0', 60);
    Check::same(null, RedisServer::shared()->client()->call('GET', "lock:$lock"), "the lock of a job that $what");
}
echo "done\n";
?>
--EXPECT--
done
