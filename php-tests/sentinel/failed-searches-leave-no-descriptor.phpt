--TEST--
Searches for a master, failed and successful ones, leave no descriptor and no connection to a sentinel behind
--FILE--
<?php
$master = RedisServer::start();
$relay = Proxy::to($master);
$sentinels = [
    FakeSentinel::that('answer', bytes: "*-1\r\n"),
    FakeSentinel::that('cutBefore'),
    FakeSentinel::naming(Port::free()),
    $last = FakeSentinel::naming(Port::free()),
];
$lock = new RedisMutexLock(SentinelSet::asking($sentinels, ['command_timeout' => 10]));
$descriptors = static fn (): int => count(scandir('/proc/self/fd'));
// A process of the suite keeps its ports with descriptors of its own, so it takes them all before it counts.
$dead = array_map(static fn (): int => Port::free(), range(0, 25));
$round = static function () use ($lock, $last, $relay, &$dead): void {
    $last->name(array_pop($dead));
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->isLocked('a'));
    $last->name($relay);
    Check::true($lock->lock('a') && $lock->unlock('a'), 'lock');
    $relay->drop();
};
$round();
$before = $descriptors();
for ($i = 0; $i < 25; $i++) {
    $round();
}
Check::same($before, $descriptors(), 'descriptors');
foreach ($sentinels as $sentinel) {
    Check::eventually(static fn (): bool => $sentinel->proxy->open() === 0, 10, 'no connection to a sentinel is open');
}
echo 'done';
?>
--EXPECT--
done
