--TEST--
With lock_delay Redis keeps a share that long beyond its lease, however it got the lease, while a release makes its place free at once
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$config = [...$server->config(), 'lease' => 3, 'lock_delay' => 100];
$now = static fn (): int => intdiv((int) vsprintf('%d%06d', $redis->call('TIME')), 1000);
/** Seconds for which Redis keeps the share that this object has. */
$kept = static fn (RedisMutexLock $lock): float => ((int) $redis->call('ZSCORE', 'lock:d', $lock->token('d')) - $now()) / 1000;
[$lock, $other] = [new RedisMutexLock($config), new RedisMutexLock($config)];
$both = static function (string $what, float $seconds) use ($lock, $kept): void {
    Check::between($seconds + 85, $seconds + 100, $kept($lock), "$what: seconds in Redis");
    Check::between($seconds - 15, $seconds, $lock->remaining('d'), "$what: seconds on which the holder relies");
};
Check::true($other->lockShared('d', 0, 1000) && $lock->lockShared('d', 0, 60), 'without a wait');
$both('without a wait', 60);
Check::true($lock->expire('d', 40), 'expire');
$both('expire', 40);
$token = $lock->detach('d');
Check::between(125, 140, ((int) $redis->call('ZSCORE', 'lock:d', $token) - $now()) / 1000, 'detached');
Check::true($lock->adopt('d', $token, 50), 'adopt');
$both('adopt', 50);
Check::true($lock->unlock('d') && $lock->lockShared('d', 60, null, limit: 2), 'released, and renewed');
Check::between(85, 103, $kept($lock), 'renewed: seconds in Redis');
$before = $redis->call('ZSCORE', 'lock:d', $lock->token('d'));
Check::eventually(static fn (): bool => (int) $redis->call('ZSCORE', 'lock:d', $lock->token('d')) > (int) $before + 500, 10, 'it is renewed');
Check::between(85, 103, $kept($lock), 'renewed again: seconds in Redis');
// Its place is free as soon as it is released.
$third = new RedisMutexLock($config);
Check::same([false, true, true], [$third->lockShared('d', 0, 60, limit: 2), $lock->unlock('d'), $third->lockShared('d', 0, 60, limit: 2)], 'a release');
Check::true($third->unlock('d') && $other->unlock('d'), 'all are released');
Check::true($lock->lock('d', 0, 60) && $lock->unlock('d'), 'a lock');
// A killed process: its share keeps locks out for its lease and the delay.
$queue = new Queue($server, 'd');
$dead = Worker::run('$lock = new RedisMutexLock(["url" => $argv[1], "lease" => 0.5, "lock_delay" => 1.5]);
    say($lock->lockShared("d", 0, null) ? $lock->token("d") : "refused");
    hear();', [$server->url()]);
$token = $dead->line();
$dead->kill();
$ends = (int) $redis->call('ZSCORE', 'lock:d', $token);
Check::between($now() - 60_000, $now() + 2_000, $ends, 'the end of its lease and of the delay');
$writer = $queue->waiter();
$writer->expect('granted', 20);
Check::true($now() >= $ends, 'the lock came behind both');
$writer->tell('end');
$writer->finish();
$queue->vanishes();
echo "done\n";
?>
--EXPECT--
done
