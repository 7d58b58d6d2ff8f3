--TEST--
Several processes adopt the same token at once: exactly one gets true
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$workers = [];
for ($i = 0; $i < 6; $i++) {
    $workers[] = Worker::run(<<<'PHP'
        $lock = new RedisMutexLock($argv[1]);
        $lock->isLocked('warm');
        say('ready');
        while (($line = hear()) !== 'end') {
            [$name, $token] = explode(' ', $line);
            say($lock->adopt($name, $token, 60) ? $lock->token($name) : 'refused');
            $lock->held() === [] || $lock->detach($name);
        }
        PHP, [$server->url()]);
}
foreach ($workers as $worker) {
    $worker->expect('ready');
}
for ($round = 0; $round < 15; $round++) {
    $name = Check::unique('race');
    $lock->lock($name, 0, 600);
    $token = $lock->detach($name);
    foreach ($workers as $worker) {
        $worker->tell("$name $token");
    }
    $won = array_values(array_diff(array_map(static fn (Worker $worker): string => $worker->line(), $workers), ['refused']));
    Check::same(1, count($won), "winners of round $round");
    Check::same($won[0], $redis->call('GET', "lock:$name"), 'the value');
    Check::true($won[0] !== $token, 'a new token');
}
foreach ($workers as $worker) {
    $worker->tell('end');
    $worker->finish();
}

echo 'done';
?>
--EXPECT--
done
