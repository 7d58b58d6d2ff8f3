--TEST--
In a quorum one server hangs while twenty fibers wait, be it the one with the queue or another: each gets the lock alone, and nothing is left
--FILE--
<?php
$set = QuorumSet::start(3);
foreach (['the gate', 'another server'] as $what) {
    $name = Check::unique('hangs');
    $loop = new FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    $config = $set->config(['retry_for' => 60, 'command_timeout' => 2]);
    $holder = new RedisMutexLock($config);
    Check::true($holder->lock($name, 0, 60), "$what: held");
    $inside = $granted = 0;
    for ($i = 0; $i < 20; $i++) {
        $loop->startUntil(static function () use ($config, $name, $what, $loop, &$inside, &$granted): void {
            $lock = new RedisMutexLock($config);
            Check::true($lock->lock($name, 100, 60), "$what: granted");
            Check::same(1, ++$inside, "$what: owners at once");
            $loop->sleep(0.005);
            $inside--;
            Check::true($lock->unlock($name), "$what: released");
            $granted++;
        }, static fn (): bool => $holder->list($name)[0]['waiters'] > $i);
    }
    $ticks = 0;
    $loop->start(static function () use ($loop, &$granted, &$ticks): void {
        for (; $granted < 20; $ticks++) {
            $loop->sleep(0.005);
        }
    });
    $gate = $set->gate($name);
    $hung = $what === 'the gate' ? $gate : ($gate + 1) % 3;
    $set->pause($hung);
    $loop->longestPieces = [];
    $begin = $ticks;
    // Each waiter asks at least twice a second.
    $loop->runUntil(static function () use (&$ticks, $begin): bool {
        return $ticks - $begin >= 250;
    });
    Check::between(0, 0.1, $loop->longestPieces[0], "$what: the longest stop of the loop in seconds");
    $loop->start(static fn () => Check::true($holder->unlock($name), "$what: the holder releases it"));
    $loop->run();
    Check::same(20, $granted, "$what: granted");
    $set->resume($hung);
    $set->vanishesWith($holder, "lock:$name*");
}
echo "done\n";
?>
--EXPECT--
done
