--TEST--
kill -9, the default SIGTERM, SIGSEGV and request_terminate_timeout leave a renewed lock for one lease at most
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$config = [...$server->config(), 'lease' => 1.5];
$gone = static function (string $what, string $name, int $lease = 1500) use ($redis): void {
    $before = $redis->call('PTTL', "lock:$name");
    Check::between(1, $lease, $before, "$what: its lifetime when the holder is gone");
    while (($now = $redis->call('PTTL', "lock:$name")) !== -2) {
        Check::true($now <= $before, "$what: nobody renews it: $before ms, then $now ms");
        $before = $now;
    }
};
foreach (['kill -9' => SIGKILL, 'SIGTERM' => SIGTERM, 'SIGSEGV' => SIGSEGV] as $what => $signal) {
    $holder = Holder::of('a', $config);
    // After its first renewal.
    Check::eventually(fn (): bool => $redis->call('PTTL', 'lock:a') < 1200, 5, "$what: some of the lease is used");
    Check::eventually(fn (): bool => $redis->call('PTTL', 'lock:a') > 1300, 5, "$what: a renewal");
    $holder->worker->signal($signal);
    Check::same(128 + $signal, $holder->worker->wait(), "$what: its end");
    $gone($what, 'a');
}

// A busy machine needs more than 1.5 s to see that a worker of php-fpm is gone, so its lease is longer.
$fpm = Fpm::start(1, ['request_terminate_timeout' => 1], ['redis_mutex_lock.url' => $server->url()]);
[$pid] = $fpm->children();
$request = $fpm->begin($fpm->script('$lock = new RedisMutexLock(["lease" => 6]);
    $lock->lock("b", expire: null);
    sleep(60);'));
Check::eventually(fn (): bool => $redis->call('EXISTS', 'lock:b') === 1, 10, 'the request holds it');
Check::eventually(fn (): bool => !in_array($pid, $fpm->children(), true), 15, 'the worker is gone');
$gone('request_terminate_timeout', 'b', 6000);
echo 'done';
?>
--EXPECT--
done
