--TEST--
A kept connection to a demoted master (READONLY, MASTERDOWN, a closed connection): the same call asks a sentinel and goes on at the new master
--FILE--
<?php
$calls = [
    'lock' => fn (RedisMutexLock $lock) => $lock->lock('a', 0, 60) && $lock->unlock('a'),
    'a wait' => fn (RedisMutexLock $lock) => $lock->lock('a', 20, 60) && $lock->unlock('a'),
    'unlock' => fn (RedisMutexLock $lock) => $lock->unlock('held'),
    'isLocking' => fn (RedisMutexLock $lock) => $lock->isLocking('held'),
    'isLocked' => fn (RedisMutexLock $lock) => $lock->isLocked('held'),
    'expire' => fn (RedisMutexLock $lock) => $lock->expire('held', 60),
    'unlockAll' => fn (RedisMutexLock $lock) => $lock->unlockAll(),
];
foreach ($calls as $what => $call) {
    // A replica without its master that shows no old data says MASTERDOWN to questions.
    $old = RedisServer::start(['replica-serve-stale-data' => 'no']);
    $new = RedisServer::start();
    $sentinel = FakeSentinel::naming($old);
    $lock = new RedisMutexLock(SentinelSet::asking([$sentinel], ['command_timeout' => 10, 'name' => strtr($what, ' ', '-')]));
    Check::true($lock->lock('held', 0, 60), "$what: lock");
    // The new master has the lock, as a good replica has.
    $new->client()->call('SET', 'lock:held', $lock->token('held'), 'PX', 60_000);
    $sentinel->name($new);
    // Demoted: the open connections stay.
    $old->client()->call('REPLICAOF', '127.0.0.1', 1);
    Check::true($call($lock), $what);
    Check::same(2, $sentinel->asked(), "$what: sentinels asked");
    // The object releases now, because later its release could reach the next sentinel, which can get the same port.
    unset($lock);
    $sentinel->proxy->stop();
}
echo 'done';
?>
--EXPECT--
done
