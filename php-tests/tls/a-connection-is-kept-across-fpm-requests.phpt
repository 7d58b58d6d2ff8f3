--TEST--
A process of php-fpm keeps its TLS connection for the next request
--FILE--
<?php
$server = RedisServer::shared();
$proxy = BlindProxy::to($server);
$url = "rediss://127.0.0.1:$proxy->port/0?cafile=" . Certificates::suite()->ca;
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $url]);
$script = $fpm->script('$lock = new RedisMutexLock();
    echo json_encode([getmypid(), $lock->lock($_SERVER["QUERY_STRING"], 0, 60)]);');
$processes = [];
for ($i = 0; $i < 20; $i++) {
    // The request does not release its lock. Its end does.
    ['body' => $body] = $fpm->request($script, ['QUERY_STRING' => Check::unique('request')]);
    [$processes[], $got] = json_decode($body, true) ?? [null, $body];
    Check::same(true, $got, "request $i");
}
Check::same(1, count(array_unique($processes)), 'processes');
Check::same([1, 1], [$proxy->accepted(), $proxy->handshakes()], 'connections and handshakes');
$fpm->stop();
Check::eventually(static fn (): bool => $proxy->open() === 0, 10, 'closed with the process');
echo 'done';
?>
--EXPECT--
done
