--TEST--
Shares hold a name beside each other and never beside a lock, of this class or of any library
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$config = [...$server->config(), 'fencing' => true];
[$a, $b, $c] = [new RedisMutexLock($config), new RedisMutexLock($config), new RedisMutexLock($config)];
Check::true($a->lockShared('n'), 'a share');
Check::true($b->lockShared('n', 0, 60), 'a second one');
Check::same([['n'], ['n'], []], [$a->held(), $b->held(), $c->held()], 'who holds it');
Check::true($a->isLocking('n') && $b->isLocking('n') && !$c->isLocking('n'), 'as Redis says');
Check::same(1, preg_match('/^share:[0-9a-f]{32}$/', $a->token('n')), 'a token says what it is');
Check::same(null, $a->fence('n'), 'shares have no order');
Check::same(['', true], [$c->owner('n'), $c->isLocked('n')], 'what others see');
Check::between(19.0, 20.0, $a->remaining('n'), 'remaining');
Check::between(59_000, 60_000, $redis->call('PTTL', 'lock:n'), 'the key lives as long as the longest share');
// No lock beside them, and no second one of this object.
Check::same([false, false, false], [$c->lock('n'), $c->lock('n', 0.1), $a->lock('n')], 'locks');
Check::same(false, $a->lockShared('n'), 'this object has one');
Check::same(null, $redis->call('SET', 'lock:n', 'foreign', 'NX', 'PX', 1000), 'SET NX of any library');
Check::true($b->unlock('n'), 'the longest is released');
Check::between(1, 20_000, $redis->call('PTTL', 'lock:n'), 'and the key lives as long as the other');
Check::same(false, $c->lock('n'), 'one is left');
Check::true($a->unlock('n'), 'the last one');
Check::same(0, $redis->call('EXISTS', 'lock:n'), 'free');
Check::same(false, $a->unlock('n'), 'released already');
// A lock keeps shares out, whoever has it.
Check::true($c->lock('n', 0, 60), 'a lock');
Check::same([false, false], [$a->lockShared('n'), $a->lockShared('n', 0.1)], 'shares beside a lock');
Check::true($c->unlock('n'), 'released');
$redis->call('SET', 'lock:n', 'foreign', 'PX', 300);
Check::same(false, $a->lockShared('n'), 'beside a foreign lock');
Check::true($a->lockShared('n', 5), 'when that has run out');
Check::same([true, 1], [$a->unlockAll(), RedisMutexLock::stats()['released'] > 0 ? 1 : 0], 'all');
Check::same('gave', $b->synchronizedShared('n', static fn (): string => $a->lockShared('n') && !$c->lock('n') ? 'gave' : 'wrong'), 'a section');
Check::true($a->unlock('n'), 'the other one is left');
Check::same([], array_values(preg_grep('/:(fence|wake):/', $redis->call('KEYS', '*'), PREG_GREP_INVERT)), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
