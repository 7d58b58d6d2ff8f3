--TEST--
stats count a lease that was lost in the background once, though PHP code calls nothing but stats
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lost = static fn (): int => RedisMutexLock::stats()['lost'];
$ways = [
    'deleted' => [[], fn (string $name) => $redis->call('DEL', "lock:$name")],
    'of another holder' => [[], fn (string $name) => $redis->call('SET', "lock:$name", 'foreign', 'PX', 60_000)],
    'capped' => [['max_hold' => 0.3], fn (string $name) => null],
    'out of reach' => [[], fn (string $name, Proxy $proxy) => $proxy->down()],
];
foreach ($ways as $how => [$config, $lose]) {
    foreach (['without a callback', 'with one'] as $with) {
        $proxy = Proxy::to($server);
        $name = Check::unique('background');
        $lock = new RedisMutexLock([...$proxy->config(), 'lease' => 0.6] + $config);
        $reported = 0;
        $with === 'with one' && $lock->onLost(function () use (&$reported): void { $reported++; });
        Check::true($lock->lock($name, expire: null), "$how, $with: lock");
        $before = $lost();
        $lose($name, $proxy);
        Check::eventually(fn (): bool => $lost() > $before, 10, "$how, $with: counted");
        // A method that notices the loss later does not count it again.
        $lock->remaining($name);
        $lock->held();
        $lock->detach($name);
        $how === 'out of reach' && $proxy->up();
        // Our own clock is a little ahead of the server's.
        Check::eventually(fn (): bool => in_array($redis->call('GET', "lock:$name"), [null, 'foreign'], true), 5, 'gone there too');
        $released = RedisMutexLock::stats()['released'];
        Check::same([false, false], [$lock->isLocking($name), $lock->unlock($name)], "$how, $with: its word");
        unset($lock);
        usleep(250_000);
        Check::same($before + 1, $lost(), "$how, $with: lost once");
        Check::same($released, RedisMutexLock::stats()['released'], "$how, $with: released not at all");
        Check::same((int) ($with === 'with one'), $reported, "$how, $with: calls");
        $redis->call('DEL', "lock:$name");
    }
}
echo 'done';
?>
--EXPECT--
done
