--TEST--
FPM reloads and stops within one command_timeout and without a crash, though a renewal is in flight to a silent server
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$pools = $requests = $proxies = [];
foreach (['reload', 'stop'] as $how) {
    $proxies[$how] = Proxy::to($server, ['with' => Script::sha('renew'), 'do' => 'stall']);
    $pools[$how] = Fpm::start(1, ini: ['redis_mutex_lock.url' => $proxies[$how]->url()]);
    // The first renewal is after 5 s. The thread tries until the 15 s are over.
    $requests[$how] = $pools[$how]->begin($pools[$how]->script('$lock = new RedisMutexLock(["lease" => 15]);
        $locked = $lock->lock("' . $how . '", expire: null);
        for ($i = 0; $i < 14000 && !$lock->isLocked("go-' . $how . '"); $i++) {
            usleep(1000);
        }
        echo json_encode([$locked, $lock->remaining("' . $how . '") > 0]);'));
}
foreach ($pools as $how => $fpm) {
    $before = $fpm->children();
    Check::eventually(
        fn (): bool => in_array('stall', array_column($proxies[$how]->log(), 'did'), true),
        15,
        "$how: a renewal is in flight",
    );
    $redis->call('SET', "lock:go-$how", 'x', 'PX', 60_000);
    $began = hrtime(true);
    $fpm->$how();
    // One deadline of 1 s, and the rest for a slow machine. The lease ends 10 s after the first renewal was sent.
    Check::between(0, 8, (hrtime(true) - $began) / 1e9, "$how: seconds");
    Check::same('[true,true]', $requests[$how]->response()['body'], "$how: held to the end of the request");
    Check::eventually(fn (): bool => $redis->call('EXISTS', "lock:$how") === 0, 2, "$how: free");
    Check::same(0, preg_match('/SIG(SEGV|ABRT|BUS|KILL|TERM)|core dumped|exited with code [^0]/', $fpm->log()), $fpm->log());
    if ($how === 'reload') {
        Check::same([], array_intersect($before, $fpm->children()), 'new workers');
        $next = $fpm->script('$lock = new RedisMutexLock(); echo json_encode([$lock->held(), $lock->lock("next", expire: null)]);');
        Check::same('[[],true]', $fpm->request($next)['body'], 'and they work');
    }
}
echo 'done';
?>
--EXPECT--
done
