--TEST--
pm.max_requests, a graceful reload and a graceful stop leave no renewed key behind, and no worker crashes
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$ini = ['redis_mutex_lock.url' => $server->url(name: 'ours')];
$fpm = Fpm::start(2, ['pm.max_requests' => 2], $ini);
$script = $fpm->script('$lock = new RedisMutexLock();
    echo json_encode([getmypid(), $lock->lock("a-" . getmypid(), expire: null), $lock->lock("b-" . getmypid(), expire: null)]);');
$pids = [];
for ($i = 0; $i < 16; $i++) {
    [$pids[], $first, $second] = json_decode($fpm->request($script)['body']);
    Check::same([true, true], [$first, $second], "request $i");
}
Check::between(6, 16, count(array_unique($pids)), 'workers');
Check::eventually(fn (): bool => $redis->call('KEYS', 'lock:*') === [], 5, 'keys of recycled workers');

foreach (['reload', 'stop'] as $how) {
    $running = $fpm->script('$lock = new RedisMutexLock(["lease" => 3]);
        $locked = $lock->lock("running", expire: null);
        for ($i = 0; $i < 4000 && !$lock->isLocked("go"); $i++) {
            usleep(1000);
        }
        // Now the master is stopping or reloading.
        usleep(3_500_000);
        echo json_encode([$locked, $lock->isLocking("running")]);');
    $request = $fpm->begin($running);
    Check::eventually(fn (): bool => $redis->call('EXISTS', 'lock:running') === 1, 10, "$how: the request holds it");
    $redis->call('SET', 'lock:go', 'x', 'PX', 60_000);
    $fpm->$how();
    Check::same('[true,true]', $request->response()['body'], "$how: renewed to the end of the request");
    Check::eventually(fn (): bool => $redis->call('KEYS', 'lock:*') === ['lock:go'], 5, "$how: keys");
    $redis->call('DEL', 'lock:go');
}
Check::eventually(fn (): bool => !in_array('ours', array_column($redis->clients(), 'name'), true), 10, 'connections');
Check::same(0, preg_match('/SIG(SEGV|ABRT|BUS)|segfault|core dumped|exited with code [^0]/', $fpm->log()), $fpm->log());
echo 'done';
?>
--EXPECT--
done
