--TEST--
In a Cluster a fenced lock in a slot that moves is asked for every 10 ms: granted when the slot has moved, Unavailable at the deadline
--FILE--
<?php
$set = ClusterSet::shared();
$config = $set->config(['fencing' => true]);
$name = Check::unique('fenced');
$lock = new RedisMutexLock(['command_timeout' => 3] + $config);
Check::true($lock->lock($name, 0, 60), 'lock');
$fence = $lock->fence($name);
Check::true($lock->unlock($name), 'unlock');
// The counter is at the source, and the lock would be made at the target.
$move = $set->moving("lock:$name");
$move->begin();
/** How often a master has said TRYAGAIN. */
$refusals = static fn (RedisClient $redis): int => preg_match('/^errorstat_TRYAGAIN:count=(\d+)/m', $redis->call('INFO', 'errorstats'), $found) ? (int) $found[1] : 0;
$before = $refusals($move->source) + $refusals($move->target);
$began = hrtime(true);
$message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name))->getMessage();
Check::between(2.5, 12, (hrtime(true) - $began) / 1e9, 'seconds');
Check::true(str_contains($message, 'TRYAGAIN'), $message);
// Other tests may add some. Without a pause it would be many thousands.
Check::between(10, 6000, $refusals($move->source) + $refusals($move->target) - $before, 'questions within 3 s');
$holder = Holder::waiting($name, ['command_timeout' => 30] + $config, 0);
usleep(300_000);
Check::same(false, $holder->worker->spoke(), 'one attempt waits within its command timeout');
do {
    array_map($move->move(...), $move->keys(false));
} while (!$move->end());
$holder->worker->expect('held', 20);
Check::true($holder->ask('$lock->fence($name)') > $fence, 'the fence is greater');
Check::true($holder->ask('$lock->unlock($name)'), 'unlock');
$holder->finish();
echo 'done';
?>
--EXPECT--
done
