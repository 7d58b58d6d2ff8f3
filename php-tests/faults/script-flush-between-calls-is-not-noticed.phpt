--TEST--
SCRIPT FLUSH between calls is not noticed: a script that the server has forgotten is sent whole, once
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$flush = fn () => $redis->call('SCRIPT', 'FLUSH');
$proxy = Proxy::to($server);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'fencing' => true]);
for ($i = 0; $i < 20; $i++) {
    $flush();
    Check::true($lock->lock('a', 0, 60), "$i: lock");
    $fence = $lock->fence('a');
    $flush();
    Check::true($lock->expire('a', 90), "$i: expire");
    $token = $lock->detach('a');
    $flush();
    Check::true($lock->adopt('a', $token, 60), "$i: adopt");
    Check::true($lock->fence('a') > $fence, "$i: a fence of its own");
    $flush();
    Check::true($lock->unlock('a'), "$i: unlock");
    array_map(fn (int $n) => Check::true($lock->lock("n$n", 0, 60), "$i: lock n$n"), range(1, 5));
    $flush();
    Check::true($lock->unlockAll(), "$i: unlockAll");
    Check::same([], $redis->call('KEYS', 'lock:n?'), "$i: keys left");
}
$seen = array_count_values(array_map(fn (array $seen): string => $seen['words'][0], $proxy->log()));
// A round: lock, expire, adopt and unlock after a flush; five locks, one flush before the first; five releases in one
// pipeline after a flush.
Check::same(20 * (4 + 5 + 5), $seen['EVALSHA'], 'by hash');
Check::same(20 * (4 + 1 + 5), $seen['EVAL'], 'whole');
Check::same(1, $proxy->accepted(), 'connections');

// Many flushes, also between the two forms of one script.
$worker = Tests\Worker::run(
    'require $argv[1]; $redis = new Tests\RedisClient($argv[2]); say("on"); while (true) { $redis->call("SCRIPT", "FLUSH"); usleep(200); }',
    [__DIR__ . '/../lib/autoload.php', $server->address()],
    extension: false,
);
$worker->expect('on');
$direct = new RedisMutexLock($server->url());
for ($i = 0; $i < 1000; $i++) {
    Check::true($direct->lock('a', 0, 60) && $direct->unlock('a'), "pair $i");
}
$worker->kill();
echo "done\n";
?>
--EXPECT--
done
