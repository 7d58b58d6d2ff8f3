--TEST--
A valid lock that was deleted, stolen or replaced is released with true; the other's lock stays, and stats say so with the next command
--FILE--
<?php
$redis = RedisServer::shared()->client();
$lock = Ahead::object(RedisServer::shared()->config());
$reported = [];
$lock->onLost(function (string $name) use (&$reported): void {
    $reported[] = $name;
});
$thefts = [
    'deleted' => [fn (string $key) => $redis->call('DEL', $key), null],
    'stolen' => [fn (string $key) => $redis->call('SET', $key, 'thief', 'PX', 60000), 'thief'],
    'replaced' => [function (string $key) use ($redis): void {
        $redis->call('DEL', $key);
        $redis->call('LPUSH', $key, 'x');
    }, 'list'],
];
foreach ($thefts as $what => [$steal, $left]) {
    foreach (['unlock', 'unlockAll'] as $method) {
        foreach ([60, null] as $expire) {
            $case = "$what, $method, expire " . json_encode($expire);
            $name = Check::unique('name');
            $released = null;
            $moved = Stats::moved(function () use ($lock, $name, $expire, $steal, $method, $case, &$released): void {
                Check::true($lock->lock($name, 0, $expire), "$case: lock");
                $steal("lock:$name");
                $released = Stats::moved(fn () => Check::true($method === 'unlock' ? $lock->unlock($name) : $lock->unlockAll(), $case));
                Check::same(1, $released['released'] ?? 0, "$case: counted at the send");
                $lock->isLocked("$name-other");
            });
            Check::same([1, 1, 0], [$moved['acquired'], $moved['lost'] ?? 0, $moved['released'] ?? 0], "$case: in the end");
            Check::same($what !== 'deleted', $lock->isLocked($name), "$case: what the process sees");
            $type = $redis->call('TYPE', "lock:$name");
            Check::same($left, $type === 'string' ? $redis->call('GET', "lock:$name") : ($type === 'list' ? 'list' : null), "$case: what is there");
            $redis->call('DEL', "lock:$name");
        }
    }
}
Check::same([], $reported, 'onLost');

// What our own clock has given up is asked for, and the answer counts.
Check::true($lock->lock('late' . $name, 0, 0.2), 'a short lock');
Check::eventually(fn (): bool => $redis->call('EXISTS', "lock:late$name") === 0, 5, 'its end');
Check::same(false, $lock->unlock('late' . $name), 'unlock of what ran out');
Check::true($lock->lock('late' . $name, 0, 0.2), 'a short lock');
Check::eventually(fn (): bool => $lock->remaining('late' . $name) === null, 5, 'its end');
$redis->call('SET', "lock:late$name", 'somebody', 'PX', 60000);
Check::same(false, $lock->unlockAll(), 'unlockAll of what ran out');
Check::same('somebody', $redis->call('GETDEL', "lock:late$name"), "somebody else's");
echo "done\n";
?>
--EXPECT--
done
