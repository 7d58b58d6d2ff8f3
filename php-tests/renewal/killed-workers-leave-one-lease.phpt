--TEST--
An FPM worker that kill -9, SIGSEGV or SIGTERM ends leaves its renewed lock for one lease at most; its successor holds nothing
--FILE--
<?php
Together::each(['KILL', 'SEGV', 'TERM'], function (string $signal): void {
    $server = RedisServer::start();
    $redis = $server->client();
    $fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $server->url(), 'redis_mutex_lock.lease' => '3']);
    $script = $fpm->script('$lock = new RedisMutexLock();
        $lock->lock("a", expire: null);
        sleep(60);');
    $next = $fpm->script('$lock = new RedisMutexLock();
        echo json_encode([$lock->held(), $lock->isLocking("a"), $lock->unlock("a"), $lock->lock("b", expire: null)]);');
    [$pid] = $fpm->children();
    $request = $fpm->begin($script);
    Check::eventually(fn (): bool => $redis->call('EXISTS', 'lock:a') === 1, 10, "$signal: the request holds it");
    $token = $redis->call('GET', 'lock:a');
    $left = $redis->call('PTTL', 'lock:a');
    Check::eventually(function () use ($redis, &$left): bool {
        $before = $left;
        $left = $redis->call('PTTL', 'lock:a');

        return $left > $before;
    }, 20, "$signal: a renewal");
    exec("kill -$signal $pid");
    Check::eventually(fn (): bool => !in_array($pid, $fpm->children(), true) && $fpm->children() !== [], 10, "$signal: a new worker");
    $before = $redis->call('PTTL', 'lock:a');
    Check::between(-2, 3000, $before, "$signal: its lifetime when the holder is gone");
    Check::same('[[],false,false,true]', $fpm->request($next)['body'], "$signal: the new worker");
    while (($now = $redis->call('PTTL', 'lock:a')) !== -2) {
        Check::true($now <= $before, "$signal: nobody renews it: $before ms, then $now ms");
        Check::true(in_array($redis->call('GET', 'lock:a'), [$token, null], true), "$signal: whose it is");
        $before = $now;
    }
});
echo 'done';
?>
--EXPECT--
done
