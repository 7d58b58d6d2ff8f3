--TEST--
A graceful reload and a graceful stop let the running request finish under its lock, and leave no key
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
foreach (['reload', 'stop'] as $how) {
    $name = Check::unique($how);
    $fpm = Fpm::start(2, ini: ['redis_mutex_lock.url' => $redis->url() . "?name=$name"]);
    $script = $fpm->script('$name = "' . $name . '";
        $lock = new RedisMutexLock();
        $locked = $lock->lock($name, 0, 600);
        for ($i = 0; $i < 2000 && !$lock->isLocked("$name-go"); $i++) {
            usleep(2000);
        }
        // Now the master is stopping or reloading.
        for ($end = hrtime(true) + 1e9; hrtime(true) < $end;) {
            usleep(20000);
        }
        echo json_encode([$locked, $lock->isLocking($name)]);');
    $before = $fpm->children();
    $request = $fpm->begin($script);
    Check::eventually(fn (): bool => $client->call('EXISTS', "lock:$name") === 1, 10, 'the request holds it');
    $client->call('SET', "lock:$name-go", 'x', 'PX', 60000);
    $fpm->$how();
    Check::same('[true,true]', $request->response()['body'], "$how: the request has finished");
    Check::same(["lock:$name-go"], $client->call('KEYS', "lock:$name*"), "$how: keys");
    if ($how === 'reload') {
        Check::same([], array_intersect($before, $fpm->children()), 'new workers');
        $again = $fpm->script('$lock = new RedisMutexLock(); echo json_encode($lock->lock("' . $name . '", 0, 600));');
        Check::same('true', $fpm->request($again)['body'], 'and they work');
    } else {
        Check::eventually(fn (): bool => !in_array($name, array_column($client->clients(), 'name'), true), 10, 'connections are closed');
    }
    Check::eventually(fn (): bool => $client->call('EXISTS', "lock:$name") === 0, 10, "$how: in the end");
}

echo "done\n";
--EXPECT--
done
