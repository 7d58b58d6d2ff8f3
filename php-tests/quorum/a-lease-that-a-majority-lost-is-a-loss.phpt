--TEST--
A renewed lease whose key three of five servers have lost is a loss, which onLost reports once; with two it is not, and the keys do not come back
--FILE--
<?php
$set = QuorumSet::shared();
$name = Check::unique('lost');
$lock = new RedisMutexLock($set->config(['lease' => 3]));
$lost = [];
$lock->onLost(static function (string $name) use (&$lost): void {
    $lost[] = $name;
});
Check::true($lock->lock($name, 0, null), 'lock');
$token = $lock->token($name);
$set->agree($name, $token);
$forget = static fn (int $number): int => $set->servers()[$number]->client()->call('DEL', "lock:$name");
Check::same([1, 1], [$forget(1), $forget(4)], 'two forget it');
$before = RedisMutexLock::stats()['renewed'];
Check::eventually(static fn (): bool => RedisMutexLock::stats()['renewed'] > $before + 1, 20, 'it is renewed');
Check::same([true, []], [$lock->isLocking($name), $lost], 'it is held');
Check::same([$token, null, $token, $token, null], $set->holders($name), 'a renewal acquires nothing');
Check::same(1, $forget(0), 'a third one forgets it');
Check::eventually(static function () use ($lock, &$lost): bool {
    // The callback runs at the beginning of a call.
    $lock->held();

    return $lost !== [];
}, 20, 'onLost is called');
Check::same([[$name], false, null, []], [$lost, $lock->isLocking($name), $lock->remaining($name), $lock->held()], 'it is lost');
Check::same(1, RedisMutexLock::stats()['lost'], 'losses');
Check::same(false, $lock->unlock($name), 'unlock');
Check::same([$name], $lost, 'reported once');
$set->vanishes("lock:$name*");

// Without renewal a question finds it.
Check::true($lock->lock($name, 0, 5), 'lock again');
$set->agree($name, $lock->token($name));
array_map($forget, [0, 2, 3]);
Check::same(false, $lock->isLocking($name), 'isLocking finds the loss');
Check::same(false, $lock->unlock($name), 'unlock of what a majority lost');
// The other two may have it until its lease ends.
$set->vanishes("lock:$name*");
echo 'done';
?>
--EXPECT--
done
