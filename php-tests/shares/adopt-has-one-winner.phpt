--TEST--
Of several processes that adopt the same detached share at once exactly one gets true, and the limit never counts it twice
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
[$lock, $other] = [new RedisMutexLock($server->url()), new RedisMutexLock($server->url())];
$workers = [];
for ($i = 0; $i < 6; $i++) {
    $workers[] = Worker::run(<<<'PHP'
        $lock = new RedisMutexLock($argv[1]);
        $lock->isLocked('warm');
        say('ready');
        while (($line = hear()) !== 'end') {
            if ($line === 'unlock') {
                say($lock->unlock($name) ? 'released' : 'lost');
                continue;
            }
            [$name, $token] = explode(' ', $line);
            say($lock->adopt($name, $token, mt_rand(0, 1) === 0 ? 60 : null) ? $lock->token($name) : 'refused');
        }
        PHP, [$server->url()]);
}
foreach ($workers as $worker) {
    $worker->expect('ready');
}
for ($round = 0; $round < 15; $round++) {
    $name = Check::unique('race');
    Check::true($other->lockShared($name, 0, 600, limit: 2) && $lock->lockShared($name, 0, 600, limit: 2), "round $round: two shares");
    $token = $lock->detach($name);
    foreach ($workers as $worker) {
        $worker->tell("$name $token");
    }
    $answers = array_map(static fn (Worker $worker): string => $worker->line(), $workers);
    $won = array_diff($answers, ['refused']);
    Check::same(1, count($won), "round $round: winners");
    [$who, $new] = [array_key_first($won), current($won)];
    $members = $redis->call('ZRANGE', "lock:$name", 0, -1);
    sort($members);
    $expected = [$new, $other->token($name)];
    sort($expected);
    Check::same($expected, $members, "round $round: the shares in Redis");
    Check::true($new !== $token && str_starts_with($new, 'share2:'), "round $round: a token of its own, with the limit");
    // The detached token is used up, and the limit is reached still.
    Check::same([false, false], [$lock->adopt($name, $token), $lock->lockShared($name, 0, 60, limit: 2)], "round $round: nobody else");
    $workers[$who]->tell('unlock');
    $workers[$who]->expect('released');
    Check::true($other->unlock($name), "round $round: the other one");
    Check::same([], $redis->call('KEYS', "lock:$name*"), "round $round: keys that are left");
}
foreach ($workers as $worker) {
    $worker->tell('end');
    $worker->finish();
}
echo "done\n";
?>
--EXPECT--
done
