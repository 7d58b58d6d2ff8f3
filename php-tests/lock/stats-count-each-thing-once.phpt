--TEST--
stats: each call moves the counters that it should, by one, and no other
--FILE--
<?php
Check::same([
    'acquired' => 0, 'refused' => 0, 'timed_out' => 0, 'waited_seconds' => 0.0, 'handed_over' => 0, 'renewed' => 0,
    'renewal_errors' => 0, 'lost' => 0, 'released' => 0, 'connections_opened' => 0, 'connection_errors' => 0,
    'wait_buckets' => [
        '0.001' => 0, '0.003' => 0, '0.01' => 0, '0.03' => 0, '0.1' => 0, '0.3' => 0, '1.0' => 0, '3.0' => 0, '10.0' => 0,
        '30.0' => 0, '+Inf' => 0,
    ],
], array_diff_key(RedisMutexLock::stats(), ['since' => 0.0]), 'a process that has done nothing');
Check::between($_SERVER['REQUEST_TIME_FLOAT'] - 60, $_SERVER['REQUEST_TIME_FLOAT'], RedisMutexLock::stats()['since'], 'since its start');

$url = RedisServer::shared()->url();
$mine = Check::unique('mine');
$more = Check::unique('more');
$make = fn (): RedisMutexLock => new RedisMutexLock($url);
$made = Stats::moved(function () use ($make, &$lock, &$other) { [$lock, $other] = [$make(), $make()]; });
Check::same([], $made, 'new');
$token = null;
$steps = [
    ['the first lock', fn () => $lock->lock($mine), ['acquired' => 1, 'connections_opened' => 1]],
    ['held by itself', fn () => $lock->lock($mine, 5), ['refused' => 1]],
    ['held by another', fn () => $other->lock($mine), ['refused' => 1]],
    ['synchronized of its own', fn () => Check::throws(RedisMutexLockTimeoutException::class,
        fn () => $lock->synchronized($mine, fn () => null, 5, 60)), ['refused' => 1]],
    ['questions', fn () => [$lock->isLocking($mine), $lock->isLocked($mine), $lock->owner($mine), $lock->remaining($mine),
        $lock->token($mine), $lock->fence($mine), $lock->held(), $other->isLocking($mine)], []],
    ['expire', fn () => $lock->expire($mine, 60), []],
    ['misuse', fn () => Check::throws(ValueError::class, fn () => $lock->lock('')), []],
    ['unlock of what another holds', fn () => $other->unlock($mine), []],
    ['unlock', fn () => $lock->unlock($mine), ['released' => 1]],
    ['unlock again', fn () => $lock->unlock($mine), []],
    ['synchronized', fn () => $lock->synchronized($mine, fn () => null, 5, 60), ['acquired' => 1, 'released' => 1]],
    ['synchronized that throws', fn () => Check::throws(LogicException::class,
        fn () => $lock->synchronized($mine, fn () => throw new LogicException(), 5, 60)), ['acquired' => 1, 'released' => 1]],
    ['two locks', fn () => [$lock->lock($mine), $lock->lock($more)], ['acquired' => 2]],
    ['unlockAll', fn () => $lock->unlockAll(), ['released' => 2]],
    ['unlockAll of nothing', fn () => $lock->unlockAll(), []],
    ['lock, detach', function () use (&$token, $lock, $mine) { $lock->lock($mine); $token = $lock->detach($mine); }, ['acquired' => 1]],
    ['adopt', function () use (&$token, $other, $mine) { Check::true($other->adopt($mine, $token), 'adopted'); }, ['acquired' => 1]],
    ['adopt of a used token', function () use (&$token, $lock, $mine) { $lock->adopt($mine, $token); }, ['refused' => 1]],
    ['adopt of its own', fn () => Check::true($other->adopt($mine, $other->token($mine)), 'its own'), []],
    ['adopt of another while held', fn () => $other->adopt($mine, 'x'), ['refused' => 1]],
    ['forceUnlock of its own', fn () => $other->forceUnlock($mine), ['released' => 1]],
    ['forceUnlock of nothing', fn () => $other->forceUnlock($mine), []],
    ['forceUnlock of another', fn () => [$lock->lock($mine), $other->forceUnlock($mine)], ['acquired' => 1]],
    ['what the other finds', fn () => $lock->unlock($mine), ['lost' => 1]],
    ['locks of a dying object', function () use ($make, $mine, $more) {
        $dying = $make();
        Check::true($dying->lock($mine) && $dying->lock($more), 'two');
    }, ['acquired' => 2, 'released' => 2]],
    ['without auto_release', function () use ($url, $more) {
        $lasting = new RedisMutexLock("$url?auto_release=0");
        Check::true($lasting->lock($more, 0, 1), 'lasting');
    }, ['acquired' => 1]],
    ['generateToken, stats', fn () => [RedisMutexLock::generateToken(), RedisMutexLock::stats()], []],
];
foreach ($steps as [$what, $step, $moves]) {
    Check::same($moves, Stats::moved($step), $what);
}
Check::same(0.0, RedisMutexLock::stats()['waited_seconds'], 'nobody has waited');
Check::same(0, array_sum(RedisMutexLock::stats()['wait_buckets']), 'so no bucket has a wait');

// No server answers: an unknown outcome is neither held nor free.
$gone = new RedisMutexLock('redis://127.0.0.1:1');
$away = fn () => Check::throws(RedisMutexLockUnavailableException::class, fn () => $gone->lock('a'));
Check::same(['connection_errors' => 1], Stats::moved($away), 'away');

echo 'done';
?>
--EXPECT--
done
