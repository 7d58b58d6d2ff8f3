--TEST--
A renewed lock that an FPM request detaches outlives the request by its lease, without renewal until it is adopted
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $server->url(), 'redis_mutex_lock.lease' => '6']);
$script = $fpm->script('$lock = new RedisMutexLock();
    $lock->lock("kept", expire: null);
    $lock->lock("job", expire: null);
    echo $lock->detach("job");');
$token = $fpm->request($script)['body'];
Check::same(32, strlen($token), 'a token');
Check::eventually(fn (): bool => $redis->call('EXISTS', 'lock:kept') === 0, 5, 'the request is over');
Check::same($token, $redis->call('GET', 'lock:job'), 'detached');
// A renewal would come after two seconds.
$before = 6000;
for ($end = hrtime(true) + 2.3e9; hrtime(true) < $end; usleep(2000)) {
    $now = $redis->call('PTTL', 'lock:job');
    Check::between(1, $before, $now, 'its lifetime only falls');
    $before = $now;
}
$next = $fpm->script('$lock = new RedisMutexLock(["lease" => 1.5]);
    $adopted = [$lock->held(), $lock->unlock("job"), $lock->adopt("job", "' . $token . '", null)];
    usleep(1_700_000);
    echo json_encode([...$adopted, $lock->isLocking("job")]);');
Check::same('[[],false,true,true]', $fpm->request($next)['body'], 'the next request adopts it and has it renewed');
Check::eventually(fn (): bool => $redis->call('EXISTS', 'lock:job') === 0, 5, 'free when that is over');
echo 'done';
?>
--EXPECT--
done
