--TEST--
A waiter that gets its claim while the server has too few replicas gets the lock when there are enough again
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
// Redis 6.2 wraps errors inside a script, and counts them.
$counter = 'errorstat_' . (RedisServer::version() < 7 ? 'ERR' : 'NOREPLICAS');
$refusals = static function () use ($redis, $counter): int {
    preg_match("/^$counter:count=(\d+)/m", $redis->call('INFO', 'errorstats'), $found);

    return (int) ($found[1] ?? 0);
};
foreach (['taking its claim' => 1, 'taking the place of the dead' => 2] as $what => $waiting) {
    foreach ([false, true] as $fencing) {
        $queue = new Queue($server, Check::unique('replicas'));
        $holder = new RedisMutexLock($server->url());
        Check::true($holder->lock($queue->name, 0, 600), "$what: held");
        $dead = $waiting === 2 ? $queue->waiter() : null;
        $waiter = $queue->waiter(['fencing' => $fencing], sleep: 50_000);
        $dead?->kill();
        $waiter->signal(SIGSTOP);
        Check::true($holder->unlock($queue->name), "$what: released");
        $before = $refusals();
        $redis->call('CONFIG', 'SET', 'min-replicas-to-write', 1);
        $waiter->signal(SIGCONT);
        Check::eventually(static fn (): bool => $refusals() >= $before + 3, 10, "$what: it is refused");
        Check::same(false, $waiter->spoke(), "$what: it waits on");
        $redis->call('CONFIG', 'SET', 'min-replicas-to-write', 0);
        $waiter->expect('granted');
        $waiter->tell('held');
        $waiter->expect('mine');
        $waiter->tell('end');
        $waiter->finish();
        $queue->vanishes();
    }
}
echo 'done';
?>
--EXPECT--
done
