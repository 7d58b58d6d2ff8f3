--TEST--
unlock, expire, detach, adopt, forceUnlock and unlockAll take shares as they take locks
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
[$a, $b, $c] = array_map(static fn (): RedisMutexLock => new RedisMutexLock($server->url()), range(0, 2));
Check::true($a->lockShared('t', 0, 60, limit: 2) && $b->lockShared('t', 0, 60, limit: 2), 'two shares');
// A shorter lifetime of one leaves the other alone.
Check::true($a->expire('t', 5), 'expire');
Check::between(4.0, 5.0, $a->remaining('t'), 'its own');
Check::between(50_000, 60_000, $redis->call('PTTL', 'lock:t'), 'the key has the longest');
Check::true($c->expire('t', 7, $a->token('t')), 'expire by token');
// Detached, and adopted by another process' object under a token of its own, which keeps the limit.
$token = $a->detach('t');
Check::same([], $a->held(), 'given away');
Check::true($c->adopt('t', $token, null), 'adopted and renewed');
Check::same(1, preg_match('/^share2:[0-9a-f]{32}$/', $c->token('t')), 'its kind');
Check::true($c->token('t') !== $token, 'a token of its own');
Check::same(false, $a->adopt('t', $token), 'used up');
Check::same(2, $redis->call('ZCARD', 'lock:t'), 'two');
Check::same([false, true, false], [$a->unlock('t', $token), $a->unlock('t', $c->token('t')), $c->isLocking('t')], 'unlock by token');
Check::true($b->unlockAll(), 'all');
Check::same(0, $redis->call('EXISTS', 'lock:t'), 'free');
Check::same([true, true, true], [$a->lockShared('t'), $b->lockShared('t'), $c->lockShared('t')], 'three');
Check::same([true, false], [$a->forceUnlock('t'), $a->forceUnlock('t')], 'all are released by force');
Check::same([false, false, false], [$a->isLocking('t'), $b->isLocking('t'), $c->isLocking('t')], 'and gone');
Check::same(false, $b->unlock('t'), 'nothing to release');
echo "done\n";
?>
--EXPECT--
done
