--TEST--
A fiber that is destroyed in its wait leaves the queue, and its finally block may use the lock, where the process waits
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('destroyed');
$queue = new Queue($server, $name);
$holder = new RedisMutexLock($server->url(command_timeout: 30));
Check::true($holder->lock($name, 0, 600), 'held');
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$story = [];
// A slow answer suspends the fiber before it stands in the queue.
$fiber = $loop->startUntil(function () use ($server, $name, &$story): void {
    $lock = new RedisMutexLock($server->url(command_timeout: 30));
    try {
        $lock->lock($name, 60, 60);
        $story[] = 'never';
    } finally {
        $story[] = $lock->lock("$name-other", 0, 600);
        $story[] = $lock->lock($name, 0.2, 60);
    }
}, fn (): bool => count($queue->tokens()) === 1);
Check::same(1, count($queue->tokens()), 'it waits');
$loop->forget($fiber);
unset($fiber);
gc_collect_cycles();
Check::same([true, false], $story, 'its finally block');
// What has no answer within 50 ms is owed by the renewing thread.
Check::eventually(static fn (): bool => $queue->tokens() === [], 10, 'an empty queue');
$client = $server->client();
Check::eventually(static fn (): bool => $client->call('EXISTS', "lock:$name-other") === 0, 20, 'a release of the lock of its object');
Check::true($holder->unlock($name), 'the holder is not disturbed');
Check::same(0, $server->client()->call('EXISTS', "lock:$name"), 'the lock is free');
echo "done\n";
?>
--EXPECT--
done
