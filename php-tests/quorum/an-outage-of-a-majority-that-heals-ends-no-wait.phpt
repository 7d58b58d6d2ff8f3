--TEST--
Three of five servers hang, are cut off or die for a second: with a longer retry_for no wait throws, and all get the lock
--FILE--
<?php
$cases = [
    'pause' => QuorumSet::start(...),
    // What the dead ones had is on their disks, so the lock is still held when they are back.
    'kill' => static fn (): QuorumSet => QuorumSet::start(options: ['appendonly' => 'yes', 'appendfsync' => 'always']),
    'cut' => QuorumSet::behindRelays(...),
    'blackhole' => QuorumSet::behindRelays(...),
];
Together::each($cases, static function (callable $start, string $way): void {
    $set = $start();
    $config = ['command_timeout' => 2];
    $lock = new RedisMutexLock($set->config($config));
    Check::true($lock->lock('a', 0, 600), 'lock');
    $set->agree('a', $lock->token('a'));
    $queue = $set->queue('a', $config);
    $waiters = [];
    for ($i = 0; $i < 4; $i++) {
        $waiters[] = $queue->waiter();
    }
    $set->$way(0, 2, 3);
    // Longer than the slice of a sleep, so each of them notices.
    usleep(1_500_000);
    $set->heal();
    foreach ($waiters as $i => $waiter) {
        Check::same(false, $waiter->spoke(), "waiter $i still waits");
    }
    Check::eventually(static function () use ($lock): bool {
        try {
            return $lock->isLocking('a');
        } catch (RedisMutexLockUnavailableException) {
            return false;
        }
    }, 20, 'it is held');
    Check::true($lock->unlock('a'), 'unlock');
    $left = array_keys($waiters);
    while ($left !== []) {
        $next = null;
        Check::eventually(static function () use ($waiters, $left, &$next): bool {
            foreach ($left as $i) {
                $next ??= $waiters[$i]->spoke() ? $i : null;
            }

            return $next !== null;
        }, 30, 'a waiter gets it');
        $waiters[$next]->expect('granted');
        $waiters[$next]->tell('unlock');
        $waiters[$next]->expect('released', 20);
        $left = array_diff($left, [$next]);
    }
    foreach ($waiters as $waiter) {
        $waiter->tell('end');
        $waiter->finish(30);
    }
});
echo 'done';
?>
--EXPECT--
done
