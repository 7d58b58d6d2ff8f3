--TEST--
stats count a lock over five servers once, and openings that failed count for each server
--FILE--
<?php
$set = QuorumSet::start();
[$lock, $other] = [new RedisMutexLock($set->config()), new RedisMutexLock($set->config())];
$token = '';
$steps = [
    ['lock', static fn () => $lock->lock('a', 0, 600), ['acquired' => 1, 'connections_opened' => 5]],
    ['refused', static fn () => $other->lock('a'), ['refused' => 1]],
    ['questions', static fn () => [$lock->isLocking('a'), $other->owner('a'), $lock->expire('a', 500), $lock->list()], []],
    ['unlock', static fn () => $lock->unlock('a'), ['released' => 1]],
    ['lock again', static fn () => $lock->lock('a', 0, 600), ['acquired' => 1]],
    ['detach', static function () use ($lock, &$token): void {
        $token = $lock->detach('a');
    }, []],
    ['adopt', static function () use ($other, &$token): void {
        Check::true($other->adopt('a', $token, 600), 'adopted');
    }, ['acquired' => 1]],
    ['forceUnlock of its own', static fn () => $other->forceUnlock('a'), ['released' => 1]],
    ['a loss', static fn () => [$lock->lock('a', 0, 600), $other->forceUnlock('a'), $lock->unlock('a')], ['acquired' => 1, 'lost' => 1]],
    ['many', static fn () => [$lock->lock('a'), $lock->lock('b'), $lock->unlockAll()], ['acquired' => 2, 'released' => 2]],
];
foreach ($steps as [$what, $step, $moves]) {
    Check::same($moves, Stats::moved($step), $what);
}
$set->kill(1, 4);
$moved = Stats::moved(static function () use ($lock): void {
    for ($i = 0; $i < 50; $i++) {
        Check::true($lock->lock('a') && $lock->unlock('a'), 'a pair without two servers');
    }
});
Check::between(2, 200, $moved['connection_errors'] ?? 0, 'openings that failed');
Check::same([50, 50], [$moved['acquired'], $moved['released']], 'acquired, released');
$before = RedisMutexLock::stats()['connection_errors'];
Check::eventually(static function () use ($lock, $before): bool {
    Check::true($lock->lock('a') && $lock->unlock('a'), 'a pair');

    return RedisMutexLock::stats()['connection_errors'] > $before;
}, 20, 'a server that stays dead is tried again');
$set->heal();
$opened = RedisMutexLock::stats()['connections_opened'];
Check::eventually(static function () use ($lock, $opened): bool {
    Check::true($lock->lock('a') && $lock->unlock('a'), 'a pair');

    return RedisMutexLock::stats()['connections_opened'] === $opened + 2;
}, 20, 'both are used again');

// One server.
$gone = new RedisMutexLock(['port' => Port::free()]);
$moved = Stats::moved(static fn () => Check::throws(RedisMutexLockUnavailableException::class, static fn () => $gone->lock('a')));
Check::true(($moved['connection_errors'] ?? 0) > 0, 'it counts for each deployment');
echo 'done';
?>
--EXPECT--
done
