--TEST--
Of two calls of lockAll() without a wait in one instant, one with the names reversed, one always gets all
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$rounds = 2000;
$workers = [];
foreach (['a,b', 'b,a'] as $names) {
    $workers[] = Worker::run('[, $url, $names, $rounds] = $argv;
        $lock = new RedisMutexLock(["url" => $url, "command_timeout" => 10]);
        $redis = new Tests\RedisClient("127.0.0.1:" . parse_url($url, PHP_URL_PORT));
        $won = "";
        for ($n = 0; $n < $rounds; $n++) {
            // Both begin when both are there, and go on when both have their answer.
            for ($both = $redis->call("INCR", "begin:$n"); $both < 2; $both = (int) $redis->call("GET", "begin:$n"));
            $got = $lock->lockAll(explode(",", $names));
            $won .= $got ? "1" : "0";
            for ($both = $redis->call("INCR", "end:$n"); $both < 2; $both = (int) $redis->call("GET", "end:$n"));
            $got && $lock->unlockAll();
            $redis->call("INCR", "free:$n");
            for ($both = 0; $both < 2; $both = (int) $redis->call("GET", "free:$n"));
        }
        say($won);', [$server->url(), $names, $rounds]);
}
[$one, $other] = array_map(static fn (Worker $worker): string => $worker->line(120), $workers);
for ($n = 0; $n < $rounds; $n++) {
    Check::same(1, $one[$n] + $other[$n], "round $n: how many got all");
}
echo "done\n";
?>
--EXPECT--
done
