--TEST--
Of two calls of lockAll() without a wait in one instant, one with the names reversed, one always gets all
--FILE--
<?php
$server = RedisServer::start();
$bursts = 10_000;
$workers = [];
foreach ([['a,b', 'one', 'other'], ['b,a', 'other', 'one']] as [$names, $mine, $yours]) {
    $workers[] = Worker::run('[, $url, $address, $names, $mine, $yours, $bursts] = $argv;
        $lock = new RedisMutexLock(["url" => $url, "command_timeout" => 10]);
        $redis = new Tests\RedisClient($address);
        // Each pushes into the list of the other one, and sleeps in Redis until its own list has an entry.
        $meet = static function () use ($redis, $mine, $yours): void {
            $redis->send("LPUSH", $yours, "here");
            $redis->send("BLPOP", $mine, 0);
            $redis->reply(60);
            $redis->reply(60);
        };
        $won = "";
        for ($n = 0; $n < $bursts; $n++) {
            // The lock of the last burst is released when both are here.
            $meet();
            $got = $lock->lockAll(explode(",", $names));
            $won .= $got ? "1" : "0";
            $meet();
            $got && $lock->unlockAll();
        }
        say($won);', [$server->url(), $server->address(), $names, $mine, $yours, $bursts]);
}
[$one, $other] = array_map(static fn (Worker $worker): string => $worker->line(280), $workers);
for ($n = 0; $n < $bursts; $n++) {
    Check::same(1, $one[$n] + $other[$n], "burst $n: how many got all");
}
echo "done\n";
?>
--EXPECT--
done
