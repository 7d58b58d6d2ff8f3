--TEST--
Of ten processes that share a limit of three, some killed and some stopped, never four are inside, and nothing is left
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$workers = [];
$begin = static function (int $i) use ($server): Worker {
    return Worker::run('[, $url, $address] = $argv;
        $lock = new RedisMutexLock(["url" => $url, "lease" => 1, "command_timeout" => 10, "retry_for" => 60]);
        $redis = new Tests\RedisClient($address);
        say("ready");
        for ($n = 0; $n < 10_000; $n++) {
            if (!$lock->lockShared("s", 60, 1.0, limit: 3)) {
                exit("refused");
            }
            // As long as the lease may be relied upon, one of at most three is inside.
            $me = getmypid() . ".$n";
            $until = $redis->call("TIME");
            $until = $until[0] * 1000 + intdiv((int) $until[1], 1000) + (int) ($lock->remaining("s") * 1000);
            $inside = $redis->call("EVAL", "local now = redis.call(\'TIME\') now = now[1] * 1000 + math.floor(now[2] / 1000)
                redis.call(\'ZREMRANGEBYSCORE\', KEYS[1], \'-inf\', now) redis.call(\'ZADD\', KEYS[1], ARGV[2], ARGV[1])
                return redis.call(\'ZCARD\', KEYS[1])", 1, "inside", $me, $until);
            $inside <= 3 || exit("four are inside");
            usleep(random_int(0, 3000));
            $redis->call("ZREM", "inside", $me);
            $lock->unlock("s");
            $redis->call("INCR", "sections");
        }', [$server->url(), $server->address()]);
};
for ($i = 0; $i < 10; $i++) {
    $workers[$i] = $begin($i);
    $workers[$i]->expect('ready', 30);
}
$end = hrtime(true) + 6_000_000_000;
for ($round = 0; hrtime(true) < $end; $round++) {
    usleep(200_000);
    foreach ($workers as $worker) {
        Check::same(false, $worker->spoke(), 'a worker ended');
    }
    $i = random_int(0, 9);
    if ($round % 3 === 0) {
        $workers[$i]->kill();
        $workers[$i] = $begin($i);
        $workers[$i]->expect('ready', 30);
    } else {
        $workers[$i]->signal(SIGSTOP);
        usleep(random_int(10_000, 1_500_000));
        $workers[$i]->signal(SIGCONT);
    }
}
foreach ($workers as $worker) {
    $worker->kill();
}
Check::between(100, 1_000_000, (int) $redis->call('GET', 'sections'), 'sections');
Check::eventually(static fn (): bool => $redis->call('EXISTS', 'lock:s') === 0, 10, 'the leases of the killed end');
(new Queue($server, 's'))->vanishes();
echo "done\n";
?>
--EXPECT--
done
