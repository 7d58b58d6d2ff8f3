--TEST--
In a Cluster the exception of a synchronized that waited in vain says who holds the lock, also of a name without a queue; list() says since when the first waits
--FILE--
<?php
$set = ClusterSet::shared();
$lock = new RedisMutexLock($set->config());
$hint = Check::unique('held');
$host = substr(strtolower(gethostname()), -6);
$held = '; held by ' . (strlen($host) === 6 ? '…' : '') . "$host, pid ";
foreach (['', '{tag}', '{'] as $end) {
    $name = "$hint$end";
    $holder = Holder::of($name, ['lease' => 20] + $set->config());
    foreach ([0, 0.3] as $timeout) {
        $found = Check::throws(RedisMutexLockTimeoutException::class, fn () => $lock->synchronized($name, fn () => 1, $timeout))->getMessage();
        Check::true(str_contains($found, "not free within $timeout seconds$held$holder->pid; its lease ends in "), $found);
    }
    $holder->worker->kill();
    $lock->forceUnlock($name);
}
$name = "{$hint}queue";
Check::true($lock->lock($name, 0, 600), 'lock');
$queue = new Queue($set->nodeOf("lock:$name"), $name, $set->config());
$waiter = $queue->waiter();
Check::eventually(static fn (): bool => $lock->list($name)[0]['oldest'] > 0.2, 20, 'how long the first has waited');
Check::same([$host, getmypid()], [$lock->list($name)[0]['host'], $lock->list($name)[0]['pid']], 'who made the token');
$waiter->kill();
Check::true($lock->unlock($name), 'unlock');
$lock->forceUnlock($name);
echo 'done';
?>
--EXPECT--
done
