--TEST--
request_terminate_timeout and kill -9 leave the key to its lifetime; the pool goes on
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
foreach (['terminate timeout' => ['request_terminate_timeout' => 3], 'kill -9' => []] as $what => $pool) {
    $name = Check::unique('killed');
    $fpm = Fpm::start(1, $pool, ['redis_mutex_lock.url' => $redis->url() . "?name=$name"]);
    $script = $fpm->script('$lock = new RedisMutexLock();
        $lock->lock("' . $name . '", 0, 600);
        sleep(60);
        $lock->unlock("' . $name . '");');
    $request = $fpm->begin($script);
    Check::eventually(fn (): bool => $client->call('EXISTS', "lock:$name") === 1, 10, "$what: the request holds it");
    $token = $client->call('GET', "lock:$name");
    [$pid] = $fpm->children();
    $pool === [] && $fpm->killChild($pid);
    Check::eventually(fn (): bool => !in_array($pid, $fpm->children(), true), 15, "$what: the worker is gone");
    Check::same($token, $client->call('GET', "lock:$name"), "$what: the key is left");
    Check::between(1, 600000, $client->call('PTTL', "lock:$name"), "$what: with its lifetime");
    Check::eventually(fn (): bool => $fpm->children() !== [], 10, "$what: a new worker");
    $next = $fpm->script('$lock = new RedisMutexLock(); $t = hrtime(true);
        echo json_encode([getmypid(), $lock->lock("' . $name . '-other", 0, 60), $lock->isLocking("' . $name . '"), $lock->unlock("' . $name . '")]);');
    [$other, $works, $mine, $unlocked] = json_decode($fpm->request($next)['body']);
    Check::same([true, true, false, false], [$other !== $pid, $works, $mine, $unlocked], "$what: the new worker");
    Check::same($token, $client->call('GET', "lock:$name"), "$what: the new worker has not touched it");
}

echo "done\n";
--EXPECT--
done
