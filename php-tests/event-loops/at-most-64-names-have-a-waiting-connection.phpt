--TEST--
Of the waiters for 80 names 64 sleep in Redis, and the others look at their places often enough to be handed over to
--FILE--
<?php
$server = RedisServer::start();
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$holder = new RedisMutexLock($server->url(command_timeout: 30, retry_for: 60));
$granted = [];
for ($i = 0; $i < 80; $i++) {
    Check::true($holder->lock("name-$i", 0, 600), 'held');
    $loop->start(function () use ($server, $i, &$granted): void {
        $lock = new RedisMutexLock($server->url(command_timeout: 30, retry_for: 60));
        Check::true($lock->lock("name-$i", 120, 60, 60_000_000), "granted: $i");
        $granted[] = $i;
        Check::true($lock->unlock("name-$i"), "released: $i");
    });
}
$queue = new Queue($server, 'name-79');
$sleepers = 0;
$loop->runUntil(function () use ($queue, &$sleepers): bool {
    // Each of them asks between two sleeps, so fewer sleep now and then.
    $sleepers = count($queue->sleepers());

    return $sleepers >= 64 && count($queue->tokens()) === 1;
});
Check::same(64, $sleepers, 'waiters that sleep in Redis');
// A rival of another process waits behind the last one.
$rival = Worker::run('$lock = new RedisMutexLock($argv[1]);
    say($lock->lock("name-79", 120, 60) ? "granted" : "refused");
    say($lock->unlock("name-79") ? "released" : "lost");', [$server->url(command_timeout: 30, retry_for: 60)]);
$loop->runUntil(fn (): bool => count($queue->tokens()) === 2);
Check::true($holder->unlock('name-79'), 'a name without a connection is released');
$loop->runUntil(function () use (&$granted): bool {
    return $granted !== [];
}, 60);
Check::same([79], $granted, 'its waiter is granted before the rival');
$rival->expect('granted', 60);
$rival->expect('released', 60);
Check::true($holder->unlockAll(), 'the others are released');
$loop->run();
sort($granted);
Check::same(range(0, 79), $granted, 'all are granted');
Check::same([], $server->client()->call('KEYS', 'lock:name-*'), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
