--TEST--
A limit that is lowered from 3 to 2 under load holds as soon as the calls with the old one are over, and a higher one at once
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$redis->call('SET', 'limit', 3);
$workers = [];
for ($i = 0; $i < 6; $i++) {
    $workers[$i] = Worker::run('[, $url, $address, $me] = $argv;
        $lock = new RedisMutexLock(["url" => $url, "command_timeout" => 10]);
        $redis = new Tests\RedisClient($address);
        say("ready");
        while (($limit = (int) $redis->call("GET", "limit")) !== 0) {
            $redis->call("HSET", "calls", $me, $limit);
            $lock->lockShared("s", 60, 60, limit: $limit) || exit("refused");
            $redis->call("EVAL", "local inside = redis.call(\'INCR\', KEYS[1])
                if inside > tonumber(redis.call(\'GET\', KEYS[2]) or 0) then redis.call(\'SET\', KEYS[2], inside) end", 2, "inside", "most");
            usleep(random_int(0, 3000));
            $redis->call("DECR", "inside");
            $lock->unlock("s") || exit("lost");
            $redis->call("INCR", "sections");
        }
        say("ended");', [$server->url(), $server->address(), $i]);
    $workers[$i]->expect('ready', 30);
}
$sections = static fn (): int => (int) $redis->call('GET', 'sections');
$most = static fn (): int => (int) $redis->call('GET', 'most');
/** Sets the limit, waits until no call with another one is under way, and then for so many sections. Returns the most inside. */
$with = static function (int $limit, int $enough) use ($redis, $workers, $sections, $most): int {
    $redis->call('SET', 'limit', $limit);
    Check::eventually(static fn (): bool => $redis->call('HVALS', 'calls') === array_fill(0, count($workers), (string) $limit), 60, "all call with $limit");
    $redis->call('SET', 'most', 0);
    $before = $sections();
    Check::eventually(static fn (): bool => $sections() > $before + $enough, 120, "sections with $limit");

    return $most();
};
foreach ([3, 2, 3, 2, 1, 3] as $limit) {
    Check::same($limit, $with($limit, 150), "the most inside with a limit of $limit");
}
$redis->call('SET', 'limit', 0);
foreach ($workers as $worker) {
    $worker->expect('ended', 30);
    $worker->finish();
}
(new Queue($server, 's'))->vanishes();
Check::same(0, $redis->call('EXISTS', 'lock:s'), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
