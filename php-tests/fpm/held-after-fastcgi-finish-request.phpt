--TEST--
fastcgi_finish_request ends the answer, not the request: the lock is held until the script's end
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('finish');
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $redis->url()]);
$script = $fpm->script('$name = "' . $name . '";
    $lock = new RedisMutexLock();
    echo json_encode($lock->lock($name, 0, 600));
    fastcgi_finish_request();
    $mine = json_encode($lock->isLocking($name));
    // The request waits until the test deletes this key.
    for ($i = 0; $i < 2000 && !$lock->isLocked("$name-go"); $i++) {
        usleep(5000);
    }
    $reported = new RedisMutexLock(["auto_release" => false]);
    $reported->lock("$name-kept-$mine", 0, 60);');
Check::same('true', $fpm->request($script)['body'], 'the answer');
Check::same(1, $client->call('EXISTS', "lock:$name"), 'held after the answer');
$client->call('SET', "lock:$name-go", 'x', 'PX', 60000);
Check::eventually(fn (): bool => $client->call('EXISTS', "lock:$name") === 0, 15, 'released at the end of the script');
Check::same(1, $client->call('DEL', "lock:$name-kept-true"), 'it was its own all the time');

echo "done\n";
--EXPECT--
done
