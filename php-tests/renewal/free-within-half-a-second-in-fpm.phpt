--TEST--
After every ending of an FPM request that code can catch, its renewed locks are free within half a second of its last PHP code
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$dir = new TempDir();
$ini = [
    'redis_mutex_lock.url' => $server->url(), 'memory_limit' => '24M', 'display_errors' => '0',
    'output_buffering' => '0', 'ignore_user_abort' => '0',
];
$starts = [
    'a worker that goes on' => fn (): Fpm => Fpm::start(1, ini: $ini),
    'recycled workers' => fn (): Fpm => Fpm::start(1, ['pm.max_requests' => 1], $ini),
];
$pools = array_map(fn (callable $start): Fpm => $start(), $starts);
$endings = Endings::ofRequest() + [
    'client abort' => 'for ($end = time() + 60; time() < $end;) { echo str_repeat("x", 65536); flush(); usleep(1000); }',
];
/** The seconds from the last shutdown function to the moment when no lock is left; INF: some lock stayed. */
$measure = static function (Fpm $fpm, string $what, string $code, ?callable $meanwhile = null) use ($redis, $dir): float {
    static $files = 0;
    $name = Check::unique('end');
    $file = $dir->file('ended' . ++$files);
    // Neither the lease of 30 s nor a renewal, which is due after 10 s, frees it in time.
    $script = $fpm->script('[$url, $name, $expire, $file] = [null, "' . $name . '", null, "' . $file . '"];
        register_shutdown_function(fn () => file_put_contents($file, hrtime(true)) . rename($file, "$file.ready"));
        $lock = new RedisMutexLock();
        $lock->lock($name, expire: null) && $lock->lock("$name-2", expire: null) || exit("not locked");
        $often = new RedisMutexLock(["lease" => 0.6]);
        $often->lock("$name-often", expire: null) || exit("not locked");
        // The request waits until the test deletes this key.
        for ($i = 0; $i < 5000 && !$lock->isLocked("$name-go"); $i++) {
            usleep(1000);
        }
        ' . $code);
    $request = $fpm->begin($script);
    $keys = array_map(fn (string $part): string => "lock:$name$part", ['', '-2', '-often', '-sync', '-local']);
    Check::eventually(fn (): bool => $redis->call('EXISTS', ...$keys) === 3, 10, "$what: locked");
    $redis->call('SET', "lock:$name-go", 'x', 'PX', 60_000);
    if ($what === 'client abort') {
        $request->abort();
    } elseif ($meanwhile !== null) {
        $meanwhile();
    }
    Check::eventually(fn (): bool => is_file("$file.ready"), 60, "$what: it has ended");
    $redis->call('DEL', "lock:$name-go");
    $end = Deadline::in(8);
    while ($redis->call('EXISTS', ...$keys) > 0) {
        if ($end->passed()) {
            return INF;
        }
        usleep(2000);
    }

    return (hrtime(true) - (int) file_get_contents("$file.ready")) / 1e9;
};
/** The least of up to four measurements. A busy machine delays some of them. A real delay occurs in each one. */
$least = static function (float $limit, callable $measure): float {
    for ($least = INF, $try = 0; $least > $limit && $try < 4; $try++) {
        $least = min($least, $measure());
    }

    return $least;
};
foreach ($pools as $pool => $fpm) {
    foreach ($endings as $what => $code) {
        $seconds = $least(0.5, fn (): float => $measure($fpm, $what, $code));
        Check::between(0, 0.5, $seconds, "$pool, $what: seconds until it is free");
    }
}
// The request goes on while the master stops or reloads.
$fpm = $pools['a worker that goes on'];
$seconds = $least(0.5, fn (): float => $measure($fpm, 'reload', 'usleep(200_000);', $fpm->reload(...)));
Check::between(0, 0.5, $seconds, 'reload: seconds until it is free');
foreach ($starts as $pool => $start) {
    $seconds = $least(5, function () use (&$pools, $pool, $start, $measure): float {
        // The master can be stopped only once.
        $fpm = $pools[$pool] ?? $start();
        unset($pools[$pool]);
        $seconds = $measure($fpm, 'stop', 'usleep(200_000);', $fpm->stop(...));
        Check::same(0, preg_match('/SIG(SEGV|ABRT|BUS|KILL)|core dumped/', $fpm->log()), "$pool: " . $fpm->log());

        return $seconds;
    });
    // The time includes the master's own end, so this bound only finds a hang.
    Check::between(0, 5, $seconds, "$pool, stop: seconds until it is free");
}
echo 'done';
?>
--EXPECT--
done
