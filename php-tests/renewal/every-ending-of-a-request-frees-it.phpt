--TEST--
Every ending of an FPM request that code can catch frees its renewed locks at once, and the worker renews nothing after it
--FILE--
<?php
// Each part of the endings has a php-fpm with one worker of its own.
Together::each(array_chunk(Endings::ofRequest(), 5, preserve_keys: true), function (array $endings): void {
    $server = RedisServer::start();
    $redis = $server->client();
    $fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $server->url(), 'memory_limit' => '24M', 'display_errors' => '0']);
    $pid = $fpm->children();
    $next = $fpm->script('$lock = new RedisMutexLock();
        echo json_encode([$lock->held(), $lock->token("a"), $lock->unlock("a"), $lock->unlockAll()]);');
    $isSoonFree = static function () use ($redis): bool {
        $end = Deadline::in(5);
        while ($redis->call('KEYS', 'lock:*') !== []) {
            if ($end->passed()) {
                return false;
            }
            usleep(2000);
        }

        return true;
    };
    foreach ($endings as $what => $code) {
        $script = $fpm->script('[$url, $name, $expire] = [null, "a", null];
            $lock = new RedisMutexLock(["lease" => 0.9]); $long = new RedisMutexLock();
            header("X-Locked: " . json_encode([$lock->lock("a", 0, null), $long->lock("b", 0, null)]));
            usleep(400_000);
            ' . $code);
        // The objects share half a second. A process that is held up for so long may leave a key, but not each time.
        for ($try = 0, $isFree = false; !$isFree && $try < 3; $try++) {
            $redis->call('FLUSHDB');
            $answer = $fpm->request($script, seconds: 60);
            Check::same('[true,true]', $answer['headers']['x-locked'] ?? null, "$what: it was locked");
            // The lease of "b" is 30 s, so the release has freed it. The answer comes before the end of the request.
            $isFree = $isSoonFree();
            Check::same('[[],null,false,true]', $fpm->request($next)['body'], "$what: nothing is carried over");
        }
        Check::true($isFree, "$what: free");
    }
    Check::same($pid, $fpm->children(), 'one worker did it all');
    // The thread stays for the next request that needs it, and has no work.
    $calls = $redis->commandstats()['evalsha'];
    usleep(700_000);
    Check::same($calls, $redis->commandstats()['evalsha'], 'renewals since');
});
echo 'done';
?>
--EXPECT--
done
