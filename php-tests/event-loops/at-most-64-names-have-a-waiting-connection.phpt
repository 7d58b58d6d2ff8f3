--TEST--
Of the waiters for 80 names 64 sleep in Redis, and the others look at their places often enough to be handed over to
--FILE--
<?php
$server = RedisServer::start();
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$holder = new RedisMutexLock($server->url());
$granted = [];
for ($i = 0; $i < 80; $i++) {
    Check::true($holder->lock("name-$i", 0, 60), 'held');
    $loop->start(function () use ($server, $i, &$granted): void {
        $lock = new RedisMutexLock($server->url());
        Check::true($lock->lock("name-$i", 60, 60, 60_000_000), "granted: $i");
        $granted[] = $i;
        Check::true($lock->unlock("name-$i"), "released: $i");
    });
}
$queue = new Queue($server, 'name-79');
$loop->runUntil(fn (): bool => count($queue->tokens()) === 1 && count($queue->sleepers()) === 64);
Check::same(64, count($queue->sleepers()), 'waiters that sleep in Redis');
// A rival of another process waits behind the last one.
$rival = Worker::run('$lock = new RedisMutexLock($argv[1]);
    say($lock->lock("name-79", 60, 60) ? "granted" : "refused");
    say($lock->unlock("name-79") ? "released" : "lost");', [$server->url()]);
$loop->runUntil(fn (): bool => count($queue->tokens()) === 2);
Check::true($holder->unlock('name-79'), 'a name without a connection is released');
$loop->runUntil(function () use (&$granted): bool {
    return $granted !== [];
}, 10);
Check::same([79], $granted, 'its waiter is granted before the rival');
$rival->expect('granted');
$rival->expect('released');
Check::true($holder->unlockAll(), 'the others are released');
$loop->run();
sort($granted);
Check::same(range(0, 79), $granted, 'all are granted');
Check::same([], $server->client()->call('KEYS', 'lock:name-*'), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
