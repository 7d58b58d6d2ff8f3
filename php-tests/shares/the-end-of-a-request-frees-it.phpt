--TEST--
Every end of a request of php-fpm releases its shares, those of the other worker stay, and the next request begins without any
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('end');
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $redis->url(), 'memory_limit' => '24M', 'display_errors' => '0']);
$pid = $fpm->children();
$keep = new RedisMutexLock($redis->url());
Check::true($keep->lockShared($name, 0, 600), 'a share of this process');
$endings = Endings::ofRequest() + [
    'exit in synchronizedShared' => '$lock->synchronizedShared("$name-sync", fn () => exit(0), limit: 2);',
    'exception in synchronizedShared' => '$lock->synchronizedShared("$name-sync", fn () => throw new Exception("x"), expire: 600);',
];
foreach ($endings as $what => $code) {
    foreach ([600, null] as $expire) {
        $case = $what . ($expire === null ? ', renewed' : '');
        $script = $fpm->script('[$url, $name, $expire] = [null, "' . $name . '", ' . json_encode($expire) . '];
            $lock = new RedisMutexLock();
            header("X-Shared: " . json_encode([$lock->lockShared($name, 0, $expire), $lock->lockShared("$name-2", 60, $expire, limit: 2)]));
            ' . $code);
        $answer = $fpm->request($script, seconds: 60);
        Check::same('[true,true]', $answer['headers']['x-shared'] ?? null, "$case: it had two shares");
        Check::eventually(static fn (): bool => $client->call('KEYS', "lock:$name*") === ["lock:$name"], 10, "$case: released");
        Check::eventually(static fn (): bool => $client->call('ZRANGE', "lock:$name", 0, -1) === [$keep->token($name)], 10, "$case: one stays");
        $next = $fpm->script('$lock = new RedisMutexLock();
            echo json_encode([$lock->held(), $lock->token("' . $name . '"), $lock->unlock("' . $name . '"), $lock->unlockAll()]);');
        Check::same('[[],null,false,true]', $fpm->request($next)['body'], "$case: nothing is carried over");
    }
}
Check::same($pid, $fpm->children(), 'one worker did it all');
Check::true($keep->unlock($name), 'its own is there still');
echo "done\n";
?>
--EXPECT--
done
