--TEST--
Twenty-four processes that take random sets in random order exclude each other, and none waits in a circle
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$workers = [];
for ($i = 0; $i < 24; $i++) {
    $workers[] = Worker::run('[, $url, $address, $seed] = $argv;
        mt_srand((int) $seed);
        $lock = new RedisMutexLock(["url" => $url, "command_timeout" => 10]);
        $redis = new Tests\RedisClient($address);
        $names = ["a", "b", "c", "d", "e"];
        for ($n = 0; $n < 15; $n++) {
            shuffle($names);
            $mine = array_slice($names, 0, mt_rand(1, 4));
            $lock->lockAll($mine, 60, 60) || exit("refused");
            foreach ($mine as $name) {
                $redis->call("INCR", "in:$name") === 1 || exit("two in $name");
            }
            usleep(mt_rand(0, 2000));
            foreach ($mine as $name) {
                $redis->call("DECR", "in:$name");
            }
            $lock->unlockAll() || exit("lost");
        }
        say("ended");', [$server->url(), $server->address(), $i]);
}
foreach ($workers as $worker) {
    $worker->expect('ended', 90);
    $worker->finish();
}
Check::same([], preg_grep('/^lock:[a-e]$/', $redis->call('KEYS', 'lock:*')), 'locks that are left');
echo "done\n";
?>
--EXPECT--
done
