--TEST--
pm.max_requests: workers come and go without leaving a key, a connection or an error
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('recycle');
$fpm = Fpm::start(2, ['pm.max_requests' => 3], ['redis_mutex_lock.url' => $redis->url() . "?name=$name"]);
$script = $fpm->script('$lock = new RedisMutexLock();
    echo json_encode([getmypid(), $lock->lock("' . $name . '-" . getmypid(), 0, 600)]);');
$pids = [];
for ($i = 0; $i < 18; $i++) {
    [$pids[], $locked] = json_decode($fpm->request($script)['body']);
    Check::true($locked, "request $i");
}
Check::between(6, 18, count(array_unique($pids)), 'workers');
Check::between(1, 3, max(array_count_values($pids)), 'requests of the busiest');
Check::eventually(fn (): bool => $client->call('KEYS', "lock:$name*") === [], 10, 'no key');
Check::eventually(fn (): bool => count(array_filter(
    $client->clients(),
    fn (array $one): bool => $one['name'] === $name,
)) <= 2, 10, 'a connection for each living worker at most');
Check::same(0, preg_match('/SIG|segfault|core dumped|exited with code [^0]/', $fpm->log()), 'ends of workers: ' . $fpm->log());

echo "done\n";
--EXPECT--
done
