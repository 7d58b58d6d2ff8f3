--TEST--
Every ending of a process that code can catch frees its renewed locks before the process is gone, and that is soon
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
/**
 * Lets a process end. Returns the seconds from its last shutdown function to its end, and the keys that it has left
 * behind.
 */
$end = static function (string $what, string $code) use ($server, $redis): array {
    $name = Check::unique('end');
    $worker = Worker::run('[, $url, $name] = $argv;
        $expire = null;
        ini_set("display_errors", "0");
        register_shutdown_function(fn () => say((string) hrtime(true)));
        $lock = new RedisMutexLock($url);
        Tests\Check::true($lock->lock($name, expire: null) && $lock->lock("$name-2", expire: null), "lock");
        say("held");
        hear();
        ' . $code, [$server->url(), $name], [], [], ['posix']);
    $worker->expect('held');
    $worker->tell('end');
    $ended = (int) $worker->line(60);
    $worker->wait(20);
    $seconds = (hrtime(true) - $ended) / 1e9;
    // The end of the thread does not wait for the next renewal, which is 10 s away.
    Check::between(0, 5, $seconds, "$what: seconds to its end");
    // The lease is 30 s, so a release has freed it. The process has also left the queue that it waited in; the queue's
    // key goes by itself.
    $keys = array_filter($redis->call('KEYS', "lock:$name*"), fn (string $key): bool => !str_contains($key, ':queue:'));

    return [$seconds, array_values($keys)];
};
foreach (Endings::ofProcess() as $what => $code) {
    // Up to two objects share half a second. A process that is held up for so long may leave a key, but not each time.
    $try = 0;
    do {
        [$seconds, $left] = $end($what, $code);
    } while ($left !== [] && $seconds > 0.25 && ++$try < 3);
    Check::same([], $left, "$what: free when the process is gone");
}
echo 'done';
?>
--EXPECT--
done
