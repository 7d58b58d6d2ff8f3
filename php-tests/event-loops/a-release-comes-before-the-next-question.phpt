--TEST--
A lock that was released is free for the next call of its fiber, although another fiber's slow question has the connection of the release
--FILE--
<?php
$server = RedisServer::shared();
$busy = Check::unique('busy');
// The release and all behind it on its connection reach the server half a second later.
$proxy = Proxy::to($server, ['connection' => 1, 'command' => 'EVAL*', 'do' => 'pace', 'us' => 500_000]);
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$lock = new RedisMutexLock($proxy->url(command_timeout: 20, await_release: 0));
$name = Check::unique('again');
// The connection knows the script of the release.
Check::true($lock->lock($name, 0, 60) && $lock->unlock($name), 'a first pair');
$lost = RedisMutexLock::stats()['lost'];
$again = [];
$loop->start(function () use ($loop, $lock, $proxy, $busy, $name, &$again): void {
    for ($i = 0; $i < 3; $i++) {
        $again[] = $lock->lock($name, 0, 60);
        Check::true($lock->unlock($name), 'released');
        // The question of another fiber takes the connection that owes the answer to the release.
        $loop->start(static function () use ($proxy, $busy): void {
            $other = new RedisMutexLock($proxy->url(command_timeout: 20, await_release: 0));
            $other->isLocked($busy);
        });
        $loop->sleep(0.02);
        $again[] = $lock->lock($name, 0, 60);
        Check::true($lock->unlock($name), 'released again');
    }
});
$loop->run();
Check::same(array_fill(0, 6, true), $again, 'each lock() is granted');
Check::true($lock->unlockAll(), 'unlockAll');
Check::same($lost, RedisMutexLock::stats()['lost'], 'no release is counted as a loss');
// The last release may still be in flight, and the question comes behind it.
Check::same(false, $lock->isLocked($name), 'the lock is free');
Check::same(0, $server->client()->call('EXISTS', "lock:$name"), 'and so the server says');
echo "done\n";
?>
--EXPECT--
done
