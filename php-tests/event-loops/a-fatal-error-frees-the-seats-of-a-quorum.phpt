--TEST--
A fatal error while twenty fibers ask a quorum frees their seats, so fibers of the next request of a php-fpm worker are asked at once
--FILE--
<?php
$set = QuorumSet::start(3);
$slow = ['with' => 'slow', 'do' => 'delayReply', 'ms' => 2000];
$proxies = array_map(static fn (RedisServer $server): Proxy => Proxy::to($server, $slow), $set->servers());
$ways = array_map(static fn (Proxy $proxy): array => ['host' => '127.0.0.1'] + $proxy->config(), $proxies);
$config = var_export(['servers' => $ways, 'command_timeout' => 20], true);
$fpm = Fpm::start(1);
$fatal = $fpm->script('$suspended = [];
    $locks = array_map(fn () => new RedisMutexLock(' . $config . '), range(1, 20));
    RedisMutexLock::onWait(function () { Fiber::suspend(); });
    foreach ($locks as $i => $lock) {
        $fiber = new Fiber(fn () => $lock->lock("slow-$i", 0, 600));
        $fiber->start();
        $suspended[] = $fiber;
    }
    echo count(array_filter($suspended, fn ($fiber) => $fiber->isSuspended()));
    ini_set("memory_limit", "8M");
    str_repeat("x", 64 << 20);');
$next = $fpm->script('$lock = new RedisMutexLock(' . $config . ');
    RedisMutexLock::onWait(fn ($stream, $seconds) => Fiber::suspend([$stream, $seconds]));
    $fiber = new Fiber(fn () => $lock->lock("quick", 0, 600) && $lock->unlock("quick"));
    $wait = $fiber->start();
    while (!$fiber->isTerminated()) {
        [$stream, $seconds] = $wait;
        $read = array_filter([$stream]);
        $none = null;
        $micros = (int) ($seconds * 1e6);
        $read === [] ? usleep($micros) : stream_select($read, $none, $none, 0, $micros);
        $wait = $fiber->resume();
    }
    echo json_encode($fiber->getReturn());');
foreach ([1, 2] as $round) {
    $body = $fpm->begin($fatal)->response(60)['body'];
    Check::true(str_starts_with($body, '20'), "twenty fibers are suspended: $body");
    Check::true(str_contains($body, 'Allowed memory size'), "the fatal error: $body");
    Check::same('true', $fpm->begin($next)->response(60)['body'], "the request after the fatal error $round");
}
$set->vanishes(seconds: 20);
echo "done\n";
?>
--EXPECT--
done
