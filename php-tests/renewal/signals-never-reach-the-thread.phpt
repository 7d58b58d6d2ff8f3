--TEST--
All signals are blocked in the renewing thread: a storm of them reaches PHP's handlers, and renewal goes on
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$holder = Holder::of(Check::unique('storm'), [...$server->config(), 'lease' => 1.2]);
[$thread] = Holder::threads($holder->pid);
preg_match('/^SigBlk:\s*([0-9a-f]+)$/m', file_get_contents("/proc/$holder->pid/task/$thread/status"), $found);
$low = hexdec(substr($found[1], -8));
foreach (range(1, 31) as $signal) {
    if (!in_array($signal, [SIGKILL, SIGSTOP], true)) {
        Check::true(($low >> ($signal - 1) & 1) === 1, "signal $signal is blocked in the thread");
    }
}
preg_match('/^SigBlk:\s*([0-9a-f]+)$/m', file_get_contents("/proc/$holder->pid/status"), $found);
Check::same(0, hexdec($found[1]), 'none is blocked in the thread that runs PHP');

$token = $redis->call('GET', "lock:$holder->name");
$holder->begin('pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () { static $n = 0; $GLOBALS["handled"] = ++$n; });
    $ready = new RedisMutexLock("' . $server->url() . '");
    $ready->lock("$name-ready", 0, 60);
    for ($end = hrtime(true) + 2.6e9, $i = 0; hrtime(true) < $end; $i++);
    return $GLOBALS["handled"];');
Check::eventually(fn (): bool => $redis->call('EXISTS', "lock:$holder->name-ready") === 1, 10, 'the handler is there');
for ($sent = 0; !$holder->worker->spoke(); $sent++) {
    $holder->worker->signal(SIGALRM);
    usleep(500);
}
Check::between(10, $sent, $holder->answer(), 'handled');
Check::same($token, $redis->call('GET', "lock:$holder->name"), 'renewed through the storm');
Check::same(true, $holder->ask('$lock->unlock($name)'), 'unlock');
$holder->finish();
echo 'done';
?>
--EXPECT--
done
