--TEST--
Ten thousand times expire() and unlock() of one lock are under way together: what a true unlock() released is never held again
--FILE--
<?php
$server = RedisServer::shared();
$proxy = Proxy::to(
    $server,
    ['command' => 'EVAL*', 'every' => 3, 'do' => 'delayReply', 'ms' => 2],
    ['command' => 'EVAL*', 'every' => 7, 'do' => 'delay', 'ms' => 1],
);
$client = $server->client();
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$locks = array_map(static fn (): RedisMutexLock => new RedisMutexLock($proxy->url(command_timeout: 30)), range(1, 50));
$released = $lengthened = 0;
for ($round = 0; $round < 200; $round++) {
    $name = Check::unique('beside');
    foreach ($locks as $i => $lock) {
        $loop->start(static function () use ($loop, $lock, $name, $i, $round, &$released, &$lengthened): void {
            Check::true($lock->lock("$name-$i", 0, 600), 'held');
            $expire = static function () use ($lock, $name, $i, &$lengthened): void {
                $lengthened += $lock->expire("$name-$i", 300) ? 1 : 0;
            };
            $unlock = static function () use ($lock, $name, $i, &$released): void {
                Check::true($lock->unlock("$name-$i"), 'released');
                Check::same([], $lock->held(), 'held() right behind it');
                $released++;
            };
            array_map($loop->start(...), ($round + $i) % 2 === 0 ? [$expire, $unlock] : [$unlock, $expire]);
        });
    }
    $loop->run();
    foreach ($locks as $lock) {
        Check::same([], $lock->held(), "held() after round $round");
    }
    $keys = array_map(static fn (int $i): string => "lock:$name-$i", array_keys($locks));
    Check::same(0, $client->call('EXISTS', ...$keys), "keys after round $round");
}
Check::same(10_000, $released, 'releases');
Check::between(1000, 10_000, $lengthened, 'those that were lengthened before');
echo "done\n";
?>
--EXPECT--
done
