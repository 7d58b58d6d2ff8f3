--TEST--
A worker keeps its connection from request to request: 20 requests, one client id
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('kept');
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $redis->url() . "?name=$name"]);
$script = $fpm->script('$lock = new RedisMutexLock();
    echo json_encode([getmypid(), $lock->held(), $lock->lock("' . $name . '", 0, 60), $lock->isLocking("' . $name . '")]);');
$ids = $pids = [];
for ($i = 0; $i < 20; $i++) {
    $answer = $fpm->request($script);
    [$pids[], $held, $locked, $mine] = json_decode($answer['body']);
    Check::same([200, [], true, true], [$answer['status'], $held, $locked, $mine], "request $i");
    Check::same(0, $client->call('EXISTS', "lock:$name"), "released after request $i");
    $own = array_values(array_filter($client->clients(), fn (array $one): bool => $one['name'] === $name));
    Check::same(1, count($own), "connections after request $i");
    $ids[] = $own[0]['id'];
}
Check::same([1, 1], [count(array_unique($pids)), count(array_unique($ids))], 'workers and client ids');

// A connection that the server has closed in between is replaced without an error.
$client->call('CLIENT', 'KILL', 'ID', $ids[0]);
Check::same('true', json_encode(json_decode($fpm->request($script)['body'])[2]), 'after a killed connection');

echo "done\n";
--EXPECT--
done
