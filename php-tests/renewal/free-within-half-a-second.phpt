--TEST--
After every ending of a process that code can catch, its renewed locks are free within half a second of its last PHP code
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
/**
 * The seconds from the last shutdown function of the process to the moment when no lock is left; INF: some lock
 * stayed.
 */
$measure = static function (string $what, string $code) use ($server, $redis): float {
    $name = Check::unique('end');
    // Neither the lease of 30 s nor a renewal, which is due after 10 s, frees it in time.
    $worker = Worker::run('[, $url, $name] = $argv;
        $expire = null;
        ini_set("display_errors", "0");
        register_shutdown_function(fn () => say((string) hrtime(true)));
        $lock = new RedisMutexLock($url);
        Tests\Check::true($lock->lock($name, expire: null) && $lock->lock("$name-2", expire: null), "lock");
        // The thread is busy at the end: it has a renewal every 0.2 s.
        $often = new RedisMutexLock(["url" => $url, "lease" => 0.6]);
        Tests\Check::true($often->lock("$name-often", expire: null), "lock of the busy one");
        say("held");
        hear();
        ' . $code, [$server->url(), $name], [], [], ['posix']);
    $worker->expect('held');
    $worker->tell('end');
    $ended = (int) $worker->line(60);
    $keys = array_map(fn (string $part): string => "lock:$name$part", ['', '-2', '-often', '-sync', '-local']);
    $end = Deadline::in(8);
    while ($redis->call('EXISTS', ...$keys) > 0) {
        if ($end->passed()) {
            return INF;
        }
        usleep(2000);
    }
    $seconds = (hrtime(true) - $ended) / 1e9;
    $worker->wait();

    return $seconds;
};
foreach (Endings::ofProcess() as $what => $code) {
    // A busy machine delays some rounds. A real delay occurs in each round.
    for ($took = [], $try = 0; $try < 4 && ($took === [] || min($took) > 0.5); $try++) {
        $took[] = $measure($what, $code);
    }
    Check::between(0, 0.5, min($took), "$what: seconds until it is free");
}
echo 'done';
?>
--EXPECT--
done
