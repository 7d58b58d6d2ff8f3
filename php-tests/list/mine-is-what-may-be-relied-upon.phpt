--TEST--
list() calls a lock mine only while this object may rely on it, and changes nothing that this object knows
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$hint = Check::unique('mine');
$lock = new RedisMutexLock($server->url(lease: 3));
$mine = static fn (string $name): bool => $lock->list("$hint$name")[0]['mine'];

Check::true($lock->lock("{$hint}fixed", 0, 600) && $lock->lock("{$hint}renewed", 0, null), 'lock');
Check::true($mine('fixed') && $mine('renewed'), 'both are mine');
$renewed = RedisMutexLock::stats()['renewed'];
Check::eventually(fn (): bool => RedisMutexLock::stats()['renewed'] > $renewed + 3, 30, 'renewed for longer than the lease');
Check::true($mine('renewed'), 'a renewed lock stays mine');
$token = $lock->detach("{$hint}fixed");
Check::same(false, $mine('fixed'), 'a detached lock is not mine');
Check::true($lock->adopt("{$hint}fixed", $token, 600) && $mine('fixed'), 'an adopted one is');
$redis->call('SET', "lock:{$hint}fixed", 'somebody');
Check::same(false, $mine('fixed'), 'it has another owner now');

// A loss that no answer has reported yet is reported later, as if nobody had listed anything.
$before = RedisMutexLock::stats()['lost'];
$redis->call('SET', "lock:{$hint}renewed", 'somebody');
Check::eventually(fn (): bool => RedisMutexLock::stats()['lost'] > $before, 20, 'the loss of the renewed lock is noticed');
Check::same([], Stats::moved(fn () => Check::same(false, $mine('renewed'), 'a lost lock is not mine')), 'counted');
Check::same(false, $lock->unlockAll(), 'unlockAll tells of the losses');
Check::true($lock->unlockAll(), 'and tells once');

// It ran out by our own clock, and the server has it still.
Check::true($lock->lock("{$hint}out", 0, 0.3), 'lock');
$token = $lock->list("{$hint}out")[0]['owner'];
$redis->call('SET', "lock:{$hint}out", $token);
usleep(350_000);
$found = [];
Check::same([], Stats::moved(function () use ($lock, $hint, &$found): void {
    $found = $lock->list("{$hint}out");
}), 'nothing is counted as lost by list()');
$expected = [["{$hint}out", null, $token, false]];
Check::same($expected, array_map(static fn (array $row): array => [$row['name'], $row['remaining'], $row['owner'], $row['mine']], $found), 'it ran out');
Check::same(['lost' => 1], Stats::moved(fn () => Check::same(null, $lock->remaining("{$hint}out"), 'remaining')), 'the loss is still to be noticed');
Check::true($lock->unlock("{$hint}out"), 'unlock asks the server');

$redis->call('DEL', "lock:{$hint}fixed", "lock:{$hint}renewed");
Check::same([], $lock->list("$hint*"), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
