--TEST--
expire() of a renewed lock suspends its fiber while a renewal has no answer, and so the loop goes on
--FILE--
<?php
$server = RedisServer::start();
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$lock = new RedisMutexLock(['url' => $server->url(), 'lease' => 9, 'command_timeout' => 5]);
$name = Check::unique('renewed');
Check::true($lock->lock($name, 0), 'held');
$server->pause();
// A renewal is sent at a third of the lease, and gets no answer.
$loop->start(static fn () => $loop->sleep(3.5));
$loop->run();
$loop->longestPieces = [];
$outcome = null;
$loop->start(static function () use ($lock, $name, &$outcome): void {
    $outcome = $lock->expire($name, 60);
});
$turns = 0;
$loop->start(static function () use ($loop, $server, &$turns): void {
    for (; $turns < 30; $turns++) {
        $loop->sleep(0.02);
    }
    $server->resume();
});
$loop->run();
Check::same(true, $outcome, 'expire()');
Check::between(0, 0.1, $loop->longestPieces[0], 'the longest stop of the loop in seconds');
Check::between(30_000, 60_000, $server->client()->call('PTTL', "lock:$name"), 'its lifetime in milliseconds');
Check::true($lock->unlock($name), 'released');
echo "done\n";
?>
--EXPECT--
done
