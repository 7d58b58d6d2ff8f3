--TEST--
Every end of a request releases its locks, and the next request of the worker starts without locks
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('end');
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $redis->url(), 'memory_limit' => '24M', 'display_errors' => '0']);
$pid = $fpm->children();
foreach (Endings::ofRequest() as $what => $code) {
    $script = $fpm->script('[$url, $name, $expire] = [null, "' . $name . '", 600];
        $lock = new RedisMutexLock();
        header("X-Locked: " . json_encode([$lock->lock($name, 0, 600), $lock->isLocking($name)]));
        ' . $code);
    $answer = $fpm->request($script, seconds: 60);
    Check::same('[true,true]', $answer['headers']['x-locked'] ?? null, "$what: it was locked");
    Check::eventually(fn (): bool => $client->call('KEYS', "lock:$name*") === [], 10, "$what: released");
    $next = $fpm->script('$lock = new RedisMutexLock();
        echo json_encode([$lock->held(), $lock->token("' . $name . '"), $lock->unlock("' . $name . '"), $lock->unlockAll()]);');
    Check::same('[[],null,false,true]', $fpm->request($next)['body'], "$what: nothing is carried over");
}
Check::same($pid, $fpm->children(), 'one worker did it all');

echo "done\n";
--EXPECT--
done
