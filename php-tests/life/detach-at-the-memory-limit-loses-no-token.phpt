--TEST--
A lock whose detach fails at the memory limit is released at the end: no token is lost
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$processes = new FailingAllocations(<<<'PHP'
    function attempt(int $n, string $url, string $name, string $expire): void
    {
        $lock = new RedisMutexLock($url);
        $lock->lock($name, 0, $expire === 'renewed' ? null : (float) $expire) || exit(1);
        fail_allocation($n);
        $token = $lock->detach($name);
        fail_no_allocation();
        say($token);
    }
    PHP);
foreach (['60', 'renewed'] as $expire) {
    $failures = 0;
    do {
        $name = Check::unique('detach');
        $failed = $processes->attempt($failures, $server->url(), $name, $expire);
        $token = $redis->call('GET', "lock:$name");
        if ($failed) {
            Check::same([null, []], [$token, $processes->said], "$expire, allocation $failures: released");
            $failures++;
        } else {
            Check::true($token !== null, "$expire: it lives on");
            Check::same([$token], $processes->said, "$expire: its token was returned");
            $redis->call('DEL', "lock:$name");
        }
    } while ($failed && $failures < 100);
    // The token itself needs memory.
    Check::between(1, 99, $failures, "$expire: failures");
}
$processes->finish();
echo 'done';
?>
--EXPECT--
done
