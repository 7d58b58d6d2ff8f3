--TEST--
Over TLS a handshake and each answer suspend one fiber, and a fiber that is destroyed in its handshake leaves no descriptor
--FILE--
<?php
$server = RedisServer::start();
$url = $server->tlsUrl(timeout: 30, command_timeout: 30);
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$descriptors = static fn (): int => count(scandir('/proc/self/fd'));
$before = $descriptors();
// The server takes the connections, and says nothing to their handshakes.
$server->pause();
$fibers = [];
for ($i = 0; $i < 5; $i++) {
    $fibers[] = $loop->start(static function () use ($url): void {
        $lock = new RedisMutexLock($url);
        $lock->lock('never', 0, 600);
    });
}
$loop->runUntil(static fn (): bool => $loop->streams >= 5);
Check::between($before + 5, $before + 20, $descriptors(), 'descriptors of five handshakes');
$began = hrtime(true);
foreach ($fibers as $fiber) {
    $loop->forget($fiber);
}
unset($fiber);
$fibers = [];
gc_collect_cycles();
Check::between(0, 0.5, (hrtime(true) - $began) / 1e9, 'seconds for five destroyed fibers');
// The renewing thread has a descriptor of its own, by which it is woken.
Check::between($before, $before + 1, $descriptors(), 'descriptors when they are destroyed');
// Those that come back find their handshakes again.
$granted = 0;
for ($i = 0; $i < 20; $i++) {
    $loop->start(static function () use ($url, $loop, &$granted): void {
        $lock = new RedisMutexLock($url);
        Check::true($lock->lock('tls', 60, 60), 'granted');
        $granted++;
        $loop->sleep(0.001);
        Check::true($lock->unlock('tls'), 'released');
    });
}
$turns = 0;
$loop->start(static function () use ($loop, $server, &$turns): void {
    for (; $turns < 30; $turns++) {
        $loop->sleep(0.01);
    }
    $server->resume();
});
$loop->longestPieces = [];
$loop->runUntil(static function () use (&$turns): bool {
    return $turns === 30;
});
Check::between(0, 0.1, $loop->longestPieces[0], 'the longest stop of the loop in seconds');
$loop->run();
Check::same(20, $granted, 'granted over TLS');
// Answers that hang over TLS.
$answers = 0;
$server->pause();
for ($i = 0; $i < 20; $i++) {
    $loop->start(static function () use ($url, &$answers): void {
        $lock = new RedisMutexLock($url);
        $answers += $lock->isLocked('tls') ? 0 : 1;
    });
}
$turns = 0;
$loop->start(static function () use ($loop, $server, &$turns): void {
    for (; $turns < 30; $turns++) {
        $loop->sleep(0.01);
    }
    $server->resume();
});
$loop->run();
Check::same(20, $answers, 'answers over TLS');
Check::same(0, $server->client()->call('EXISTS', 'lock:never', 'lock:tls'), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
