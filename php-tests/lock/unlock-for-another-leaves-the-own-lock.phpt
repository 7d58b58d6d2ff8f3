--TEST--
unlock() and expire() with another's token leave this object's own lock of that name untouched
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
foreach ([600, null] as $expire) {
    $name = Check::unique('own');
    $lock = new RedisMutexLock($server->url(lease: 3));
    Check::true($lock->lock($name, 0, $expire), 'lock');
    $token = $lock->token($name);
    $moved = Stats::moved(function () use ($lock, $name): void {
        foreach (['somebody', RedisMutexLock::generateToken()] as $other) {
            Check::same([false, false, false], [
                $lock->unlock($name, $other), $lock->release($name, $other), $lock->expire($name, 5, $other),
            ], 'with the token of another');
        }
    });
    unset($moved['renewed']);
    Check::same([], $moved, 'counted');
    Check::same([$token, [$name], true], [$lock->token($name), $lock->held(), $lock->isLocking($name)], 'its own lock');
    Check::same($token, $redis->call('GET', "lock:$name"), 'its key');
    if ($expire === null) {
        $before = RedisMutexLock::stats()['renewed'];
        Check::eventually(fn (): bool => RedisMutexLock::stats()['renewed'] > $before, 20, 'it is renewed as before');
    } else {
        Check::between(500, 600, $lock->remaining($name), 'its lifetime');
    }

    // The own lock was lost, and the other has the key now. Releasing for the other forgets nothing of this object's.
    if ($expire !== null) {
        $redis->call('SET', "lock:$name", 'somebody', 'PX', 60_000);
        Check::true($lock->expire($name, 90, 'somebody'), "the other's lifetime");
        Check::between(80_000, 90_000, $redis->call('PTTL', "lock:$name"), 'PTTL');
        Check::between(500, 600, $lock->remaining($name), 'what this object believes');
        Check::true($lock->unlock($name, 'somebody'), "the other's release");
        Check::same([$token, [$name]], [$lock->token($name), $lock->held()], 'what this object believes to hold');
        Check::same(['lost' => 1], Stats::moved(fn () => Check::same(false, $lock->unlock($name), 'unlock')), 'the loss is noticed');
    } else {
        Check::true($lock->unlock($name), 'unlock');
    }
}
echo "done\n";
?>
--EXPECT--
done
