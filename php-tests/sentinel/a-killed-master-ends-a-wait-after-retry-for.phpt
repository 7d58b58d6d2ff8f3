--TEST--
The master is killed and no failover follows: a call throws within one command timeout, a wait after retry_for, and the message names the servers
--FILE--
<?php
$set = SentinelSet::start();
$lock = new RedisMutexLock($set->config(['retry_for' => 1.5, 'command_timeout' => 1]));
Check::true($lock->lock('a') && $lock->unlock('a'), 'lock');
$master = $set->master();
// The sentinels wait for a minute before they take it for dead.
$master->kill();
foreach (['kept' => $lock, 'new' => new RedisMutexLock($set->config(['retry_for' => 1.5, 'name' => 'new']))] as $what => $one) {
    foreach ([0 => [0, 2], 30 => [1.4, 6]] as $timeout => [$least, $most]) {
        $began = hrtime(true);
        $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $one->lock('a', $timeout))->getMessage();
        Check::between($least, $most, (hrtime(true) - $began) / 1e9, "$what, timeout $timeout: seconds");
        // The last question of a wait has what is left of retry_for. On a busy machine that may end at the sentinels.
        $servers = $timeout === 0 ? [$master] : [$master, ...$set->sentinels()];
        $named = array_filter($servers, static fn ($server): bool => str_contains($message, "127.0.0.1:$server->port"));
        Check::true($named !== [], "$what, timeout $timeout: it names a server: $message");
    }
}
$set->heal();
$patient = new RedisMutexLock($set->config(['retry_for' => 60, 'name' => 'patient']));
Check::true($patient->lock('b', 60, 600), 'a new object');
Check::eventually(static function () use ($lock): bool {
    try {
        return $lock->isLocked('b');
    } catch (RedisMutexLockUnavailableException) {
        // On a busy machine a second is not enough for the new connections.
        return false;
    }
}, 60, 'the old object works again');
echo 'done';
?>
--EXPECT--
done
