--TEST--
Processes that lock by the rules of Redlock and ours work on one name of the same five servers: never two at once, and both get their turns
--FILE--
<?php
$set = QuorumSet::start();
$dir = new TempDir();
// Who is inside has this file locked: another process cannot lock it.
$inside = $dir->file('inside');
touch($inside);
$redlock = <<<'PHP'
    [, $addresses, $inside, $stop] = $argv;
    $clients = array_map(static fn (string $address) => new Tests\RedisClient($address), explode(' ', $addresses));
    $release = 'if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end';
    $sections = 0;
    say('ready');
    while (!file_exists($stop)) {
        $token = bin2hex(random_bytes(20));
        $began = hrtime(true);
        $granted = 0;
        foreach ($clients as $client) {
            $granted += $client->call('SET', 'lock:a', $token, 'NX', 'PX', 10_000) === 'OK' ? 1 : 0;
        }
        $left = 10 - (hrtime(true) - $began) / 1e9 - (10 * 0.01 + 0.002);
        if ($granted >= 3 && $left > 5) {
            $file = fopen($inside, 'r');
            flock($file, LOCK_EX | LOCK_NB) || exit(3);
            $sections++;
            usleep(random_int(0, 3_000));
            fclose($file);
        }
        foreach ($clients as $client) {
            $client->call('EVAL', $release, 1, 'lock:a', $token);
        }
        usleep(random_int(1_000, 20_000));
        $sections % 10 === 0 && $sections > 0 && say("$sections");
    }
    say('end');
    PHP;
$ours = <<<'PHP'
    [, $config, $inside, $stop] = $argv;
    $lock = new RedisMutexLock(unserialize($config));
    $sections = 0;
    // Redlock keeps no order, so it may split the votes each time that a call of ours asks again. Nobody has a majority then.
    $lockOrSplit = static function (float $timeout) use ($lock): bool {
        try {
            return $lock->lock('a', $timeout, 10, 5_000);
        } catch (RedisMutexLockUnavailableException $split) {
            preg_match('/^No majority of 5 Redis servers: [0-2] granted(; tried for .*)?$/', $split->getMessage()) || throw $split;

            return false;
        }
    };
    say('ready');
    while (!file_exists($stop)) {
        if ($lockOrSplit(random_int(0, 1) * 0.5)) {
            $file = fopen($inside, 'r');
            flock($file, LOCK_EX | LOCK_NB) || exit(3);
            $sections++;
            usleep(random_int(0, 3_000));
            fclose($file);
            $lock->unlock('a') || exit(4);
        }
        usleep(random_int(1_000, 20_000));
        $sections % 10 === 0 && $sections > 0 && say("$sections");
    }
    say('end');
    PHP;
$addresses = implode(' ', array_map(static fn (RedisServer $server): string => $server->address(), $set->servers()));
$workers = [];
foreach ([1, 2, 3] as $ignored) {
    $workers[] = Worker::run($redlock, [$addresses, $inside, $dir->file('stop')]);
    $workers[] = Worker::run($ours, [serialize($set->config()), $inside, $dir->file('stop')]);
}
foreach ($workers as $worker) {
    $worker->expect('ready', 20);
}
// Ten sections of each process, or an end by its own check.
foreach ($workers as $i => $worker) {
    Check::true((int) $worker->line(90) >= 10, ($i % 2 === 0 ? 'Redlock' : 'ours') . ": process $i had its turns");
}
touch($dir->file('stop'));
foreach ($workers as $i => $worker) {
    do {
        $line = $worker->line(30);
    } while ($line !== 'end');
    $worker->finish(30);
}
$set->vanishes(seconds: 15);
echo 'done';
?>
--EXPECT--
done
