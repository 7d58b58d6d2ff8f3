--TEST--
stats: a lock counts as lost once, even if several methods notice it, and never as both lost and released
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$name = Check::unique('lost');
$key = "lock:$name";

/** Takes the lock, and returns when our own clock says that it is over. */
function run_out(RedisMutexLock $lock, string $name, callable $meanwhile, float $lease = 0.4): void
{
    Check::true($lock->lock($name, 10, $lease), 'locked');
    $meanwhile();
    Check::eventually(fn (): bool => $lock->held() === [], 10, 'it runs out');
}

// The key is gone on the server: the first method that asks notices it.
$notice = [
    'isLocking' => fn () => $lock->isLocking($name),
    'expire' => fn () => $lock->expire($name, 60),
    'unlock' => fn () => $lock->unlock($name),
    'unlockAll' => fn () => $lock->unlockAll(),
];
foreach ($notice as $how => $ask) {
    $lock->lock($name, 0, 60);
    $redis->call('DEL', $key);
    Check::same(['lost' => 1], Stats::moved(fn () => Check::same(false, $ask(), $how)), "$how notices");
    Check::same([], Stats::moved(fn () => array_map(fn (callable $again) => $again(), $notice)), "$how, and all again");
}

// The lease ran out by our own clock: a method notices it without a command.
$notice += [
    'remaining' => fn () => $lock->remaining($name),
    'token' => fn () => $lock->token($name),
    'detach' => fn () => $lock->detach($name),
];
foreach ($notice as $how => $ask) {
    run_out($lock, $name, fn () => $redis->call('DEL', $key));
    Check::same(['lost' => 1], Stats::moved($ask), "$how notices that it ran out");
    Check::same([], Stats::moved(fn () => array_map(fn (callable $again) => $again(), $notice)), "$how, and all once more");
}
Check::same(['acquired' => 2, 'lost' => 1], Stats::moved(function () use ($lock, $name, $redis, $key) {
    run_out($lock, $name, fn () => $redis->call('DEL', $key));
    Check::true($lock->lock($name, 0, 60), 'locked anew');
}), 'lock() notices');
$lock->unlock($name);

// The server kept the lock, so its answer to a release counts as released, unless a method has counted the loss before.
run_out($lock, $name, fn () => $redis->call('PERSIST', $key), 1.5);
Check::same(['released' => 1], Stats::moved(fn () => Check::true($lock->unlock($name), 'kept')), 'unlock of what the server kept');
run_out($lock, $name, fn () => $redis->call('PERSIST', $key), 1.5);
$both = fn () => Check::same([false, true], [$lock->isLocking($name), $lock->unlock($name)], 'noticed, then freed');
Check::same(['lost' => 1], Stats::moved($both), 'lost, and then freed all the same');
run_out($lock, $name, fn () => $redis->call('PERSIST', $key), 1.5);
$anew = fn () => Check::true($lock->lock($name, 0, 60), 'freed and locked anew');
Check::same(['acquired' => 1, 'lost' => 1], Stats::moved($anew), 'lock() after what the server kept');

// The lock is lost while the callback runs, or with its object.
Check::same(['acquired' => 1, 'lost' => 1], Stats::moved(fn () => Check::throws(
    RedisMutexLockLostException::class,
    fn () => $lock->synchronized("$name-2", fn () => $redis->call('DEL', "$key-2"), 0, 60),
)), 'synchronized');
$dying = new RedisMutexLock($server->url());
Check::true($dying->lock("$name-2", 0, 60) && $dying->lock("$name-3", 0, 60), 'two');
$redis->call('DEL', "$key-2");
$dies = function () use (&$dying): void { $dying = null; };
Check::same(['lost' => 1, 'released' => 1], Stats::moved($dies), 'the end of the object');
$lock->unlock($name);

// When there are many entries of lost locks, they are dropped and counted, without a question for each.
$moved = Stats::moved(function () use ($lock, $redis, $name, $key) {
    for ($i = 0; $i < 64; $i++) {
        Check::true($lock->lock("$name-$i", 0, 2), "lock $i");
    }
    Check::eventually(fn (): bool => $redis->call('KEYS', "$key-*") === [], 10, 'all run out');
    usleep(50_000); // what clocks may differ by
    $drops = Stats::moved(fn () => $lock->lock($name, 0, 60));
    Check::between(1, 64, $drops['lost'] ?? 0, 'dropped by the next lock');
    Check::same(false, $lock->unlockAll(), 'unlockAll');
});
Check::same(['acquired' => 65, 'lost' => 64, 'released' => 1], $moved, 'many that ran out');

echo 'done';
?>
--EXPECT--
done
