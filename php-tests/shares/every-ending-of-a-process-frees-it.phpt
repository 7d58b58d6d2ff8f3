--TEST--
Every ending of a process that code can catch frees its renewed shares before the process is gone, and no share of another process
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$endings = Endings::ofProcess() + [
    'exit in synchronizedShared' => '$lock->synchronizedShared("$name-sync", fn () => exit(0), limit: 2);',
    'fatal error in synchronizedShared' => '$lock->synchronizedShared("$name-sync", fn () => trigger_error("x", E_USER_ERROR), limit: 2);',
    'exit in a wait for a share' => 'pcntl_async_signals(true); pcntl_signal(SIGALRM, fn () => exit(0)); pcntl_alarm(1);
        @(new RedisMutexLock($url))->lockShared($name, 60, limit: 1);',
    'time limit in a wait for a share' => 'pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function () {
            set_time_limit(1);
            // PHP ends the script when the handler returns. The limit counts the CPU time of the process.
            for ($from = Tests\Cost::spent(); Tests\Cost::spent() - $from < 1.2;) {}
        });
        pcntl_alarm(1);
        @(new RedisMutexLock($url))->lockShared($name, 60, limit: 1);',
    'a child that exits first' => 'if (pcntl_fork() === 0) { exit(0); } pcntl_wait($status);
        Tests\Check::true($lock->isLocking($name), "the child has ended nothing"); exit(0);',
];
/** Lets a process end. Returns the seconds from its last shutdown function to its end, and what it has left behind. */
$end = static function (string $what, string $code) use ($server, $redis): array {
    $name = Check::unique('end');
    $keep = new RedisMutexLock($server->url());
    Check::true($keep->lockShared($name, 0, 600), "$what: a share of this process");
    $worker = Worker::run('[, $url, $name] = $argv;
        $expire = null;
        ini_set("display_errors", "0");
        $pid = getmypid();
        register_shutdown_function(fn () => getmypid() === $pid && say((string) hrtime(true)));
        $lock = new RedisMutexLock($url);
        Tests\Check::true($lock->lockShared($name, expire: null) && $lock->lockShared("$name-2", 60, null, limit: 3), "shares");
        say("held");
        hear();
        ' . $code, [$server->url(), $name], [], [], ['posix']);
    $worker->expect('held');
    Check::same(2, $redis->call('ZCARD', "lock:$name"), "$what: both have a share");
    $worker->tell('end');
    $ended = (int) $worker->line(60);
    $worker->wait(20);
    $seconds = (hrtime(true) - $ended) / 1e9;
    Check::between(0, 5, $seconds, "$what: seconds to its end");
    Check::same([], (new Queue($server, $name))->tokens(), "$what: nobody waits");
    $left = $redis->call('ZRANGE', "lock:$name", 0, -1);
    // The key of the queue goes by itself.
    $keys = array_filter($redis->call('KEYS', "lock:$name*"), fn (string $key): bool => !str_contains($key, ':queue:'));

    return [$seconds, [array_diff($left, [$keep->token($name)]), array_values($keys)], [[], ["lock:$name"]]];
};
foreach ($endings as $what => $code) {
    // Up to two objects share half a second. A process that is held up for so long may leave a key, but not each time.
    $try = 0;
    do {
        [$seconds, $left, $expected] = $end($what, $code);
    } while ($left !== $expected && $seconds > 0.25 && ++$try < 3);
    Check::same($expected, $left, "$what: what is left when the process is gone");
}
echo "done\n";
?>
--EXPECT--
done
