--TEST--
A replica that is read-only, or that lost its master, is Unavailable in its own words and never false
--FILE--
<?php
$master = RedisServer::start();
$replica = RedisServer::start(['replicaof' => "127.0.0.1 $master->plainPort", 'replica-serve-stale-data' => 'no']);
Check::eventually(fn () => str_contains((string) $replica->client()->call('INFO', 'replication'), 'master_link_status:up'), 10, 'replication');
$holder = new RedisMutexLock($master->url());
Check::true($holder->lock('held', 0, 60), 'lock on the master');
Check::eventually(function () use ($replica): bool {
    return $replica->client()->call('EXISTS', 'lock:held') === 1;
}, 10, 'the lock on the replica');

foreach ([false, true] as $fencing) {
    $lock = new RedisMutexLock(['url' => $replica->url(), 'fencing' => $fencing, 'command_timeout' => 0.5]);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('free'), 'READONLY ');
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('free', 0.2), 'READONLY ');
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->forceUnlock('held'), 'READONLY ');
}
$master->stop();
Check::eventually(fn () => str_contains((string) $replica->client()->call('INFO', 'replication'), 'master_link_status:down'), 10, 'link down');
$wrong = [];
foreach ([false, true] as $fencing) {
    $lock = new RedisMutexLock(['url' => $replica->url(), 'fencing' => $fencing, 'command_timeout' => 0.5]);
    foreach (['lock free' => fn () => $lock->lock('free'), 'lock held' => fn () => $lock->lock('held'), 'isLocked' => fn () => $lock->isLocked('held')] as $what => $call) {
        try {
            Check::throws(RedisMutexLockUnavailableException::class, $call, '/(READONLY|MASTERDOWN) /');
        } catch (Tests\Failure $failure) {
            $wrong[] = $what . ($fencing ? ' with fencing: ' : ': ') . $failure->getMessage();
        }
    }
}
// The replica is promoted during a wait: lock has waited for this.
$lock = new RedisMutexLock(['url' => $replica->url(), 'command_timeout' => 0.5, 'retry_for' => 60]);
$promoting = Tests\Worker::run(
    'require $argv[1]; hear(); usleep(200000); (new Tests\RedisClient($argv[2]))->call("REPLICAOF", "NO", "ONE");',
    [__DIR__ . '/../lib/autoload.php', $replica->address()],
    extension: false,
);
$promoting->tell('now');
Check::true($lock->lock('free', 30, 5), 'granted after the promotion');
$promoting->finish();
Check::same([], $wrong, 'answers instead of exceptions, without a master');
echo "done\n";
?>
--EXPECT--
done
