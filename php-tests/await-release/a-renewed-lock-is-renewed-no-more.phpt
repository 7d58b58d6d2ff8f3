--TEST--
A renewed lock that was released without waiting is renewed no more, and onLost is never called for it
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
// It is renewed every second, so each of the first rounds has a renewal.
$lock = Ahead::object($server->config() + ['lease' => 3, 'command_timeout' => 10]);
$reported = [];
$lock->onLost(function (string $name) use (&$reported): void {
    $reported[] = $name;
});
$name = Check::unique('renewed');
$moved = Stats::moved(function () use ($lock, $name, &$rounds): void {
    for ($rounds = 0; $rounds < 2000; $rounds++) {
        Check::true($lock->lock($name, 0, null), "round $rounds");
        $renewed = RedisMutexLock::stats()['renewed'];
        $rounds < 2 && Check::eventually(fn (): bool => RedisMutexLock::stats()['renewed'] > $renewed, 3, 'a renewal');
        Check::true($lock->unlock($name), "round $rounds: unlock");
    }
    Check::same(false, $lock->isLocked($name), 'after the rounds');
});
Check::same([$rounds, 0], [$moved['released'], $moved['lost'] ?? 0], 'released, lost');
Check::same([], $reported, 'onLost');

// The release is lost, and the process does nothing more: nothing renews the key, so it ends with its lease.
foreach (['stall', 'cutBefore'] as $do) {
    $proxy = Proxy::to($server);
    $silent = Ahead::object($proxy->config() + ['lease' => 1.5, 'command_timeout' => 10]);
    $silent->onLost(function (string $name) use (&$reported): void {
        $reported[] = $name;
    });
    Check::true($silent->lock("$name-$do", 0, null), "$do: lock");
    $proxy->rule(['command' => 'EVALSHA', 'with' => "lock:$name-$do", 'times' => 1, 'do' => $do]);
    $before = RedisMutexLock::stats();
    Check::true($silent->unlock("$name-$do"), "$do: unlock");
    Check::eventually(fn (): bool => $redis->call('EXISTS', "lock:$name-$do") === 0, 10, "$do: the end of its lease");
    Check::same($before['renewed'], RedisMutexLock::stats()['renewed'], "$do: renewals");
    Check::same([], $reported, "$do: onLost");
    unset($silent);
}
echo "done\n";
?>
--EXPECT--
done
