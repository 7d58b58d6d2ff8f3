--TEST--
Two fibers use one object: whatever expire(), unlock(), unlockAll() and lock() do at once, nothing that was released is held again
--FILE--
<?php
$server = RedisServer::shared();
// Each answer takes longer than a millisecond, so the calls interleave.
$proxy = Proxy::to($server, ['command' => 'SET', 'do' => 'delayReply', 'ms' => 3], ['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 3]);
$client = $server->client();
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$lock = new RedisMutexLock($proxy->url(command_timeout: 20));
$rounds = 0;
$releases = ['unlock' => 0, 'unlockAll' => 0];
foreach (range(1, 150) as $round) {
    $name = Check::unique("both$round");
    Check::true($lock->lock($name, 0, 600), 'held');
    $how = $round % 3 === 0 ? 'unlockAll' : 'unlock';
    $released = null;
    $later = [];
    // Which of both is first is left to the numbers of the round.
    $work = [
        static function () use ($lock, $name, $how, &$released): void {
            $released = $how === 'unlock' ? $lock->unlock($name) : $lock->unlockAll();
            Check::same([], $lock->held(), "$how: held() right behind it");
        },
        static function () use ($lock, $name, &$later): void {
            $later['expire'] = $lock->expire($name, 300);
        },
        static function () use ($loop, $lock, $name, $round, &$later): void {
            $loop->sleep($round % 5 / 1000);
            $later['isLocking'] = $lock->isLocking($name);
        },
    ];
    foreach (array_merge(array_slice($work, $round % 3), array_slice($work, 0, $round % 3)) as $one) {
        $loop->start($one);
    }
    $loop->run();
    Check::same(true, $released, "$how of round $round");
    Check::same([], $lock->held(), "held() after round $round");
    Check::same(0, $client->call('EXISTS', "lock:$name"), "the key after round $round");
    $releases[$how]++;
    $rounds++;
}
// A name that one fiber releases while another one asks for it.
foreach (range(1, 50) as $round) {
    $name = Check::unique("again$round");
    Check::true($lock->lock($name, 0, 600), 'held');
    $outcome = [];
    $loop->start(static function () use ($lock, $name, &$outcome): void {
        $outcome['unlock'] = $lock->unlock($name);
    });
    $loop->start(static function () use ($lock, $name, &$outcome): void {
        $outcome['lock'] = $lock->lock($name, 0, 600);
    });
    $loop->run();
    Check::same(true, $outcome['unlock'], "unlock of round $round");
    Check::same($outcome['lock'] ? 1 : 0, $client->call('EXISTS', "lock:$name"), "the key after round $round");
    Check::same($outcome['lock'] ? [$name] : [], $lock->held(), "held() after round $round");
    $lock->unlockAll();
}
Check::same([150, 100, 50], [$rounds, $releases['unlock'], $releases['unlockAll']], 'rounds');
echo "done\n";
?>
--EXPECT--
done
