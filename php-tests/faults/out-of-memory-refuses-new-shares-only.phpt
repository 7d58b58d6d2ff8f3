--TEST--
A server out of memory refuses new shares with its own words, and all that concerns the shares that are there goes on
--FILE--
<?php
$server = RedisServer::start(['maxmemory-policy' => 'noeviction']);
$redis = $server->client();
[$a, $b, $c, $new] = array_map(
    static fn (): RedisMutexLock => new RedisMutexLock([...$server->config(), 'command_timeout' => 5, 'lease' => 3]),
    range(0, 3),
);
$queue = new Queue($server, 's');
Check::true($a->lockShared('s', 0, 60) && $b->lockShared('s', 0, 60) && $c->lockShared('s', 0, null), 'three before');
$renewed = $c->token('s');
$detached = $b->detach('s');
$writer = $queue->waiter();
$redis->call('CONFIG', 'SET', 'maxmemory', 1);
$redis->call('SCRIPT', 'FLUSH');

// Without a wait, and with one, which goes on to its timeout, because the memory may become free.
foreach ([['free', 0], ['free', 0.4]] as [$name, $timeout]) {
    $began = hrtime(true);
    $thrown = Check::throws(RedisMutexLockUnavailableException::class, static fn () => $new->lockShared($name, $timeout), 'OOM ');
    Check::true(str_contains($thrown->getMessage(), "127.0.0.1:$server->port, database 0"), $thrown->getMessage());
    Check::between($timeout, $timeout + 15, (hrtime(true) - $began) / 1e9, "seconds of a wait of $timeout");
}
Check::throws(RedisMutexLockUnavailableException::class, static fn () => $new->synchronizedShared('free', static fn () => print('called'), 0), 'OOM ');
// Behind the waiting lock there is no place, and the answer needs no memory.
Check::same(false, $new->lockShared('s'), 'behind a lock that waits');
Check::same([[], 0], [$new->held(), $redis->call('EXISTS', 'lock:free')], 'nothing of it is left');

Check::true($a->isLocking('s') && $a->expire('s', 600), 'expire');
Check::between(500_000, 600_000, $redis->call('PTTL', 'lock:s'), 'milliseconds after expire');
Check::true($b->adopt('s', $detached, 60), 'adopt takes the place of the detached share');
// It is renewed meanwhile.
$ends = static fn (): int => (int) $redis->call('ZSCORE', 'lock:s', $renewed);
for ($i = 0, $before = $ends(); $i < 2; $i++, $before = $ends()) {
    Check::eventually(static fn (): bool => $ends() > $before, 10, "renewal $i");
}
Check::same(false, $writer->spoke(), 'the lock waits');
Check::true($a->unlock('s') && $b->unlockAll() && $c->unlock('s'), 'all are released');
$writer->expect('granted', 20);
$writer->tell('unlock');
$writer->expect('released');
$writer->tell('end');
$writer->finish();
$redis->call('CONFIG', 'SET', 'maxmemory', 0);
$queue->vanishes();
Check::true($new->lockShared('free') && $new->unlock('free'), 'works again');
Check::same(0, $redis->call('DBSIZE'), 'keys that are left');
echo "done\n";
?>
--EXPECT--
done
