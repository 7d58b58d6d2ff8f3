--TEST--
When the client goes away and PHP ends the script for it, the lock is released
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('abort');
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $redis->url(), 'output_buffering' => '0', 'ignore_user_abort' => '0']);
$script = $fpm->script('$lock = new RedisMutexLock();
    $lock->lock("' . $name . '", 0, 600);
    // PHP notices the abort only when it writes.
    for ($end = time() + 60; time() < $end;) {
        echo str_repeat("x", 65536);
        flush();
        usleep(1000);
    }
    $after = new RedisMutexLock(["auto_release" => false]);
    $after->lock("' . $name . '-never", 0, 60);');
$request = $fpm->begin($script);
Check::eventually(fn (): bool => $client->call('EXISTS', "lock:$name") === 1, 10, 'the request holds it');
$request->abort();
Check::eventually(fn (): bool => $client->call('EXISTS', "lock:$name") === 0, 20, 'released');
Check::same(0, $client->call('EXISTS', "lock:$name-never"), 'the script was cut, not finished');
Check::same('[]', $fpm->request($fpm->script('echo json_encode((new RedisMutexLock())->held());'))['body'], 'the worker goes on');

echo "done\n";
--EXPECT--
done
