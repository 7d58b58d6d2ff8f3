--TEST--
With any kind of absent server remaining is null at the end of the validity, without a command
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$ways = [
    'refused' => fn (Proxy $proxy) => $proxy->down(),
    'silent' => fn (Proxy $proxy) => $proxy->pause(),
];
$locks = $until = $proxies = [];
foreach ($ways as $how => $go) {
    $proxies[$how] = Proxy::to($server);
    $locks[$how] = new RedisMutexLock([...$proxies[$how]->config(), 'lease' => 0.9, 'command_timeout' => 10]);
    Check::true($locks[$how]->lock($how, expire: null), "$how: lock");
    $go($proxies[$how]);
    $left = $locks[$how]->remaining($how);
    $until[$how] = hrtime(true) + $left * 1e9;
}
foreach ($locks as $how => $lock) {
    while ([$now, $left] = [hrtime(true), $lock->remaining($how)] and $left !== null) {
        Check::between(0, 0.9, $left, "$how: less than a lease");
        Check::true($now < $until[$how], "$how: no longer than the validity");
    }
    // The server cannot answer, and no method waits for it.
    $began = hrtime(true);
    Check::same([false, [], null, null], [
        $lock->isLocking($how), $lock->held(), $lock->token($how), $lock->detach($how),
    ], "$how: its word");
    Check::between(0, 9, (hrtime(true) - $began) / 1e9, "$how: seconds for that");
    Check::same(false, $lock->unlock($how), "$how: unlock");
}
// The next holder has the lock alone.
$next = new RedisMutexLock($server->config());
foreach ($ways as $how => $_) {
    Check::true($next->lock($how, timeout: 5, expire: 60), "$how: the next holder");
    $how === 'refused' ? $proxies[$how]->up() : $proxies[$how]->resume();
}
usleep(700_000);
foreach ($locks as $how => $lock) {
    Check::same([null, false], [$lock->remaining($how), $lock->isLocking($how)], "$how: it stays lost");
}
unset($locks, $lock);
foreach ($ways as $how => $_) {
    Check::true($next->isLocking($how), "$how: the next holder still has it");
    Check::between(50_000, 60_000, $redis->call('PTTL', "lock:$how"), "$how: its lifetime");
}
echo 'done';
?>
--EXPECT--
done
