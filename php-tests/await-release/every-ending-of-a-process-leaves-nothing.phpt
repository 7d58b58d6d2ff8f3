--TEST--
However a process ends right after a release that was not awaited, the lock is free: 20 times each way
--EXTENSIONS--
posix
--FILE--
<?php
$server = RedisServer::shared();
$endings = [
    'exit' => fn () => exit(0),
    'a fatal error' => fn () => trigger_error('x', E_USER_ERROR),
    'the memory limit' => fn () => str_repeat('x', 1 << 40),
    'SIGKILL' => fn () => posix_kill(getmypid(), SIGKILL),
    'SIGTERM' => fn () => posix_kill(getmypid(), SIGTERM),
    'exec' => fn () => pcntl_exec('/bin/true'),
];
$ways = ['port' => $server->config() + ['await_release' => false]];
if (!Pass::isTls()) {
    $ways['Unix socket'] = ['path' => $server->socket, 'await_release' => false];
}
$cases = [];
foreach ($endings as $what => $end) {
    foreach ($ways as $way => $config) {
        $cases["$what, $way"] = [$end, $config, 1];
        // An orderly end reads the answers first, so many releases arrive as well.
        if (in_array($what, ['exit', 'a fatal error', 'the memory limit'], true)) {
            $cases["$what, $way, unlockAll of 50"] = [$end, $config, 50];
        }
    }
}
Together::each($cases, function (array $case) use ($server): void {
    [$end, $config, $count] = $case;
    $redis = $server->client();
    $name = Check::unique('name');
    for ($round = 0; $round < 20; $round++) {
        $pid = pcntl_fork();
        if ($pid === 0) {
            ini_set('display_errors', '0');
            ini_set('log_errors', '0');
            $lock = new RedisMutexLock($config);
            $redis = null;
            for ($i = 0; $i < 3; $i++) {
                $lock->lock("$name-$round", 0, 600) && $lock->unlock("$name-$round") || posix_kill(getmypid(), SIGILL);
            }
            for ($i = 0; $i < $count; $i++) {
                $lock->lock("$name-$round-$i", 0, 600) || posix_kill(getmypid(), SIGILL);
            }
            ($count === 1 ? $lock->unlock("$name-$round-0") : $lock->unlockAll()) || posix_kill(getmypid(), SIGILL);
            $end();
            exit(0);
        }
        pcntl_waitpid($pid, $status);
        Check::true(!pcntl_wifsignaled($status) || pcntl_wtermsig($status) !== SIGILL, "round $round: each lock and unlock is true");
    }
    // The kernel may still deliver what a killed process has sent.
    Check::eventually(fn (): bool => $redis->call('KEYS', "lock:$name*") === [], 10, 'nothing is left');
}, seconds: 240);
echo "done\n";
?>
--EXPECT--
done
