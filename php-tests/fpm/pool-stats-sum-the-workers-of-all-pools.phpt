--TEST--
poolStats: under php-fpm it sums what all workers of all pools have done, and stats is the part of the worker that answers
--FILE--
<?php
$redis = RedisServer::shared();
$name = Check::unique('pooled');
$fpm = Fpm::start(2, ini: ['redis_mutex_lock.url' => $redis->url(), 'redis_mutex_lock.command_timeout' => 20], pools: 2);
$began = microtime(true);
$wait = $fpm->script('$lock = new RedisMutexLock();
    $granted = $lock->lock("' . $name . '", 60, 60, 60_000_000) && $lock->unlock("' . $name . '");
    echo json_encode([getmypid(), $granted, RedisMutexLock::stats()]);');
$holder = new RedisMutexLock($redis->url());
Check::true($holder->lock($name, 0, 600), 'held by this process');
// Each of the requests waits, so no worker can take two of them.
$requests = [];
foreach ([1, 1, 2, 2] as $pool) {
    $requests[] = $fpm->begin($wait, pool: $pool);
}
(new Queue($redis, $name))->reaches(4);
$holder->unlock($name);
$own = [];
foreach ($requests as $request) {
    [$pid, $granted, $own[$pid]] = json_decode($request->response(60)['body'], true);
    Check::true($granted, "worker $pid had the lock");
}
Check::same(4, count($own), 'workers');

$ask = $fpm->script('echo json_encode(RedisMutexLock::poolStats());');
$all = json_decode($fpm->request($ask)['body'], true);
foreach (array_diff(array_keys($all), ['wait_buckets', 'waited_seconds', 'since']) as $key) {
    Check::same(array_sum(array_column($own, $key)), $all[$key], $key);
}
Check::same([4, 4], [$all['acquired'], $all['released']], 'one lock a worker');
// A waiter that asks in the moment in which the lock is handed to it gets it without the wake-up.
Check::between(1, 4, $all['handed_over'], 'hand-overs');
$seconds = array_sum(array_column($own, 'waited_seconds'));
Check::between($seconds - 1e-6, $seconds + 1e-6, $all['waited_seconds'], 'waited_seconds');
foreach ($all['wait_buckets'] as $longest => $waits) {
    Check::same(array_sum(array_column(array_column($own, 'wait_buckets'), $longest)), $waits, "waits up to $longest s");
}
Check::same(4, array_sum($all['wait_buckets']), 'waits');
Check::between($began - 60, $began, $all['since'], 'since the start of the master');
foreach ($own as $pid => $stats) {
    Check::true($stats['since'] > $all['since'], "worker $pid counts since its own birth");
}
Check::same($all, json_decode($fpm->request($ask, pool: 2)['body'], true), 'the other pool says the same');

// A process of the command line is in it neither with what it has done, nor can it read it.
$mine = RedisMutexLock::poolStats();
Check::same(RedisMutexLock::stats(), $mine, 'this process alone');
Check::same(1, $mine['acquired'], 'the lock of this process');

echo 'done';
?>
--EXPECT--
done
