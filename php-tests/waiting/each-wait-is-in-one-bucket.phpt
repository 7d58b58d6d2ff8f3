--TEST--
stats: each call that waited is in one bucket of wait_buckets, by the time of its wait, whatever ended it
--FILE--
<?php
$server = RedisServer::start();
$url = $server->url();
$name = 'a';
$holder = new RedisMutexLock($url);
Check::true($holder->lock($name, 0, 600), 'held');
$lock = new RedisMutexLock(['url' => $url, 'retry_for' => 0.5]);

/** @return array<string, int> the waits that $f added to the buckets */
function waits(callable $f): array
{
    $before = RedisMutexLock::stats()['wait_buckets'];
    $f();
    foreach (RedisMutexLock::stats()['wait_buckets'] as $longest => $waits) {
        $moved[$longest] = $waits - $before[$longest];
    }

    return array_filter($moved);
}

$waited = 0;
$oneIn = static function (float $least, callable $f, string $what) use (&$waited): void {
    $began = hrtime(true);
    $waits = waits($f);
    $took = (hrtime(true) - $began) / 1e9;
    Check::same([1], array_values($waits), "$what: one wait");
    [$longest] = array_keys($waits);
    // The wait took no longer than the call, and the bucket before would be too short for it.
    $bounds = [0, ...array_keys(RedisMutexLock::stats()['wait_buckets'])];
    $shorter = (float) $bounds[array_search($longest, $bounds, true) - 1];
    Check::true($shorter <= $took, "$what: not in the bucket $longest, because the call took $took s");
    Check::true($longest === '+Inf' || (float) $longest >= $least, "$what: not in the bucket $longest");
    $waited++;
};
Check::same([], waits(fn () => $lock->lock($name)), 'one attempt is no wait');
Check::same([], waits(fn () => [$lock->lock('b', 5), $lock->unlock('b')]), 'a free lock is no wait');
Check::same([], waits(fn () => $holder->lock($name, 5)), 'its own lock is no wait');
$oneIn(0.04, fn () => Check::same(false, $lock->lock($name, 0.05), 'in vain'), 'a short wait in vain');
$oneIn(0.9, fn () => Check::same(false, $lock->lock($name, 1), 'in vain'), 'a long wait in vain');
$oneIn(0.1, fn () => Check::throws(
    RedisMutexLockTimeoutException::class,
    fn () => $lock->synchronized($name, fn () => null, 0.2),
), 'synchronized in vain');

pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn () => $holder->unlock($name));
pcntl_alarm(1);
$oneIn(0.3, fn () => Check::true($lock->lock($name, 60), 'granted'), 'a hand-over');
pcntl_signal(SIGALRM, fn () => throw new LogicException('enough'));
$other = new RedisMutexLock($url);
pcntl_alarm(1);
$oneIn(0.3, fn () => Check::throws(LogicException::class, fn () => $other->lock($name, 60)), 'an exception of a handler');

$lock->unlock($name);
$server->stop();
$oneIn(0.3, fn () => Check::throws(
    RedisMutexLockUnavailableException::class,
    fn () => $lock->lock('c', 60),
), 'a server that is away');

$stats = RedisMutexLock::stats();
Check::same($waited, array_sum($stats['wait_buckets']), 'all waits of this process');
Check::same(3, $stats['timed_out'], 'those in vain');
Check::same(array_map(strval(...), array_keys($stats['wait_buckets'])), array_keys($stats['wait_buckets']), 'all keys are strings');
echo 'done';
?>
--EXPECT--
done
