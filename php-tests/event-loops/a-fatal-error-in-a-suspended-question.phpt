--TEST--
A fatal error while fibers wait for answers leaves no socket in a php-fpm worker, and no lock
--FILE--
<?php
$server = RedisServer::shared();
$proxy = Proxy::to($server, ['command' => 'SET', 'do' => 'delayReply', 'ms' => 2000], ['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 2000]);
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $proxy->url(command_timeout: 20)]);
$name = Check::unique('fatal');
$script = $fpm->script('$suspended = [];
    $locks = array_map(fn () => new RedisMutexLock(), range(0, 5));
    RedisMutexLock::onWait(function () { Fiber::suspend(); });
    $locks[5]->isLocking("opens a connection");
    for ($i = 0; $i < 5; $i++) {
        $fiber = new Fiber(fn () => $locks[$i]->lock("' . $name . '$i", 0, 600));
        $fiber->start();
        $suspended[] = $fiber;
    }
    echo count(array_filter($suspended, fn ($fiber) => $fiber->isSuspended()));
    ini_set("memory_limit", "8M");
    str_repeat("x", 64 << 20);');
$count = $fpm->script('$links = array_map(fn (string $fd): string => (string) @readlink("/proc/self/fd/$fd"), scandir("/proc/self/fd"));
    echo count(array_filter($links, fn (string $link): bool => str_starts_with($link, "socket:")));');
$before = null;
foreach (range(1, 5) as $round) {
    $body = $fpm->begin($script)->response(30)['body'];
    Check::true(str_starts_with($body, '5'), "five fibers are suspended: $body");
    Check::true(str_contains($body, 'Allowed memory size'), "the fatal error: $body");
    $sockets = (int) $fpm->begin($count)->response(30)['body'];
    $before ??= $sockets;
    // The answer to the question that opens a connection may come late, and then two of them are open.
    Check::between(0, $before + 1, $sockets, "sockets after the request $round");
}
Check::eventually(static fn (): bool => $server->client()->call('KEYS', "lock:$name*") === [], 20, 'no lock is left');
echo "done\n";
?>
--EXPECT--
done
