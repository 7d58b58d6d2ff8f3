--TEST--
Only one of many processes at a time holds the lock, and the fencing tokens follow their order
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('many');
$workers = [];
for ($i = 0; $i < 5; $i++) {
    $workers[] = Worker::run(<<<'PHP'
        [, $url, $port, $name] = $argv;
        $client = new Tests\RedisClient("tcp://127.0.0.1:$port");
        $lock = new RedisMutexLock(['url' => $url, 'fencing' => true]);
        say('ready');
        hear();
        for ($i = 0; $i < 40; $i++) {
            if (!$lock->lock($name, 60, 60, 500)) {
                exit(1);
            }
            // Read, pause, write: without a lock some increments get lost.
            $count = (int) $client->call('GET', "$name-count");
            usleep(mt_rand(0, 300));
            $client->call('SET', "$name-count", $count + 1);
            $client->call('RPUSH', "$name-fences", $lock->fence($name));
            if (!$lock->unlock($name)) {
                exit(2);
            }
        }
        say('done');
        PHP, [$server->url(), $server->port, $name]);
}
foreach ($workers as $worker) {
    $worker->expect('ready');
}
foreach ($workers as $worker) {
    $worker->tell('go');
}
foreach ($workers as $worker) {
    $worker->expect('done', 100);
    $worker->finish();
}
Check::same('200', $redis->call('GET', "$name-count"), 'increments');
$fences = array_map(intval(...), $redis->call('LRANGE', "$name-fences", 0, -1));
$sorted = $fences;
sort($sorted);
Check::same($sorted, $fences, 'fencing tokens in the order of the owners');
Check::same(200, count(array_unique($fences)), 'different fencing tokens');
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the lock');
$redis->call('DEL', "$name-count", "$name-fences");

echo 'done';
?>
--EXPECT--
done
