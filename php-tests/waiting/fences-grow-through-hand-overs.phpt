--TEST--
Fencing tokens increase strictly through fifty hand-overs among five processes
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$queue = new Queue($server, Check::unique('fences'));
$holder = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);
Check::true($holder->lock($queue->name, 0, 600), 'held');
$last = $holder->fence($queue->name);
$workers = [];
foreach (range(1, 5) as $i) {
    $workers[] = Worker::run(<<<'PHP'
        [, $url, $address, $name] = $argv;
        $redis = new Tests\RedisClient($address);
        $lock = new RedisMutexLock(['url' => $url, 'fencing' => true]);
        for ($i = 0; $i < 10; $i++) {
            Tests\Check::true($lock->lock($name, 60, 600, 60000000), 'granted');
            $redis->call('RPUSH', "fences:$name", $lock->fence($name));
            Tests\Check::true($lock->unlock($name), 'released');
        }
        PHP, [$server->url(), $server->address(), $queue->name]);
    $queue->reaches($i);
}
Check::true($holder->unlock($queue->name), 'released');
foreach ($workers as $worker) {
    $worker->finish(60);
}
$fences = array_map(intval(...), $redis->call('LRANGE', "fences:$queue->name", 0, -1));
Check::same(50, count($fences), 'hand-overs');
foreach ($fences as $i => $fence) {
    Check::true($fence > $last, "the $i. fence, $fence after $last");
    $last = $fence;
}
$redis->call('DEL', "fences:$queue->name", "$queue->lock:fence:{{$queue->lock}}");
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
