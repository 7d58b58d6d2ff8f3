--TEST--
While fibers have all seats at a slow server, a round outside of fibers is asked at once, because nobody could free a seat meanwhile
--FILE--
<?php
$replicated = new Replication();
$slow = Proxy::to($replicated->master, ['command' => 'SET', 'with' => 'slow', 'do' => 'delayReply', 'ms' => 1500]);
$config = [...$slow->config(), 'command_timeout' => 30, 'min_replicas' => 1];
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$granted = 0;
for ($i = 0; $i < 20; $i++) {
    $loop->start(static function () use ($config, $i, &$granted): void {
        $lock = new RedisMutexLock($config);
        $granted += $lock->lock("slow $i", 0, 600) ? 1 : 0;
        Check::true($lock->unlock("slow $i"), 'released');
    });
}
// Sixteen have seats, and four wait for one.
$loop->runUntil(static fn (): bool => $slow->count('SET') === 16 && $loop->calls >= 20);
Check::same(0, $granted, 'granted before');
$declined = $loop->calls;
$lock = new RedisMutexLock($config);
$began = hrtime(true);
Check::true($lock->lock('a', 0, 600), 'the lock of the main program');
Check::true($lock->lock('b', 0, 600), 'another one');
Check::true($lock->unlockAll(), 'unlockAll()');
Check::between(0, 10, (hrtime(true) - $began) / 1e9, 'seconds of three rounds');
Check::same(0, $granted, 'the fibers stood still meanwhile');
Check::between($declined + 1, $declined + 100, $loop->calls, 'the callable was asked, and declined');
$loop->run(100);
Check::same(20, $granted, 'granted');
Check::same([], $replicated->locks(), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
