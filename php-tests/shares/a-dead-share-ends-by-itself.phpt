--TEST--
A killed share ends with its own lease, while the one beside it is renewed, and a waiting lock gets in when both have ended
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$queue = new Queue($server, 'x');
$live = new RedisMutexLock([...$server->config(), 'lease' => 0.5]);
Check::true($live->lockShared('x', 0, null), 'renewed');
$dead = Worker::run('$lock = new RedisMutexLock(["url" => $argv[1], "lease" => 0.5]);
    $lock->lockShared("x", 0, null);
    say($lock->token("x"));
    hear();', [$server->url()]);
$token = $dead->line();
Check::same(2, $redis->call('ZCARD', 'lock:x'), 'two');
$dead->kill();
// Three leases later the renewed one is held still, and its limit of two has room for another.
usleep(1_500_000);
Check::true($live->isLocking('x'), 'the renewed one lives');
$third = new RedisMutexLock($server->url());
Check::true($third->lockShared('x', 0, 0.5, limit: 2), 'the dead one has made room');
Check::same(null, $redis->call('ZSCORE', 'lock:x', $token), 'and is gone');
$writer = $queue->waiter();
Check::true($live->unlock('x'), 'released');
// A dead share beside the released one: the wait ends with its lease, not with a foreign SET NX before it.
$writer->expect('granted', 10);
Check::same('string', (string) $redis->call('TYPE', 'lock:x'), 'a lock');
$writer->tell('end');
$writer->finish();
echo "done\n";
?>
--EXPECT--
done
