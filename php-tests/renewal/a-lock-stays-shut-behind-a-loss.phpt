--TEST--
With lock_delay Redis keeps a lock for longer than its holder relies on it, after a crash too, and a release frees it at once
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$config = [...$server->config(), 'lock_delay' => 2];
$lock = new RedisMutexLock($config);
$left = static fn (string $name): float => $redis->call('PTTL', "lock:$name") / 1000;
// A fixed lease: Redis keeps it for two seconds more than its holder relies on it.
Check::true($lock->lock('a', 0, 1), 'a fixed lease');
Check::between(0.8, 1.0, $lock->remaining('a'), 'its holder relies on the lease');
Check::between(2.5, 3.0, $left('a'), 'Redis keeps it longer');
Check::true($lock->expire('a', 5), 'a new lifetime');
Check::between(4.8, 5.0, $lock->remaining('a'), 'as it was asked for');
Check::between(6.5, 7.0, $left('a'), 'and longer in Redis');
$token = $lock->detach('a');
Check::between(6.0, 7.0, $left('a'), 'a detached one');
Check::true($lock->adopt('a', $token, 1), 'an adopted one');
Check::between(0.8, 1.0, $lock->remaining('a'), 'its lease');
Check::between(2.0, 7.0, $left('a'), 'and longer in Redis');
Check::true($lock->expire('a', 3, $lock->token('a')), 'by token');
Check::between(4.5, 5.0, $left('a'), 'by token, and longer');
// A release frees it at once.
Check::true($lock->unlock('a'), 'released');
Check::same(0, $redis->call('DBSIZE'), 'free at once');
Check::true($lock->lockAll(['b', 'c'], 0, 1), 'several');
Check::between(2.5, 3.0, $left('b'), 'each is kept longer');
Check::true($lock->unlockAll(), 'released');
// Renewed, and its process is killed: nobody gets it before lease and delay are over.
$worker = Worker::run('$lock = new RedisMutexLock(unserialize($argv[1]));
    $lock->lock("r", 0, null);
    usleep(500_000);
    say((string) $lock->remaining("r"));
    hear();', [serialize([...$config, 'lease' => 0.6])]);
Check::between(0.1, 0.6, (float) $worker->line(), 'a renewed lease');
Check::between(2.0, 2.6, $left('r'), 'Redis keeps it longer');
$worker->kill();
$began = hrtime(true);
$kept = $left('r');
Check::same(false, $lock->lock('r', 1, 1), 'not yet');
Check::true($lock->lock('r', 10, 1), 'then');
Check::between($kept - 0.2, $kept + 5, (hrtime(true) - $began) / 1e9, 'seconds until it was free');
// A lease that runs out is over for its holder, and shut for others.
Check::same(1, preg_match('/^\d+$/', (string) $redis->call('PTTL', 'lock:r')), 'held');
Check::eventually(static fn (): bool => $lock->remaining('r') === null, 5, 'it runs out');
Check::true((new RedisMutexLock($server->url()))->isLocked('r'), 'and is shut still');
Check::same(false, $lock->isLocking('r'), 'not for its holder');
echo "done\n";
?>
--EXPECT--
done
