--TEST--
A forked child owes none of its parent's releases, and takes nothing from the parent's connection
--FILE--
<?php
$server = RedisServer::shared();
$ends = [
    'exit' => fn (RedisMutexLock $lock, string $name) => null,
    'another lock' => fn (RedisMutexLock $lock, string $name) => $lock->lock("$name-child", 0, 60) && $lock->unlock("$name-child") || exit(3),
    'unlockAll' => fn (RedisMutexLock $lock, string $name) => $lock->unlockAll() || exit(3),
    'SIGKILL' => fn (RedisMutexLock $lock, string $name) => exec('kill -KILL ' . getmypid()),
];
// The parent's release is under way, has lost its answer, or has never arrived.
$rules = [
    'under way' => ['do' => 'delay', 'ms' => 300],
    'an answer that is late' => ['do' => 'delayReply', 'ms' => 300],
    'cutAfter' => ['do' => 'cutAfter'],
    'cutBefore' => ['do' => 'cutBefore'],
];
$cases = [];
foreach ($ends as $end => $do) {
    foreach ($rules as $way => $rule) {
        $cases["$end, $way"] = [$do, $rule];
    }
}
Together::each($cases, function (array $case, string $what) use ($server): void {
    [$do, $rule] = $case;
    [$redis, $proxy, $name] = [$server->client(), Proxy::to($server), Check::unique('name')];
    $lock = Ahead::object($proxy->config() + ['command_timeout' => 20]);
    $releases = fn (): int => count(array_filter($proxy->log(), fn (array $seen): bool => str_starts_with($seen['words'][0], 'EVAL')
        && in_array("lock:$name", $seen['words'], true)));
    for ($round = 0; $round < 5; $round++) {
        $before = $releases();
        Check::true($lock->lock($name, 0, 60) && $lock->lock("$name-held", 0, 60), "$what: lock");
        $proxy->rule(['command' => 'EVALSHA', 'times' => 1, 'with' => "lock:$name"] + $rule);
        Check::true($lock->unlock($name), "$what: unlock");
        $pid = pcntl_fork();
        if ($pid === 0) {
            $do($lock, $name);
            unset($lock);
            exit(0);
        }
        pcntl_waitpid($pid, $status);
        Check::true($status === 0 || pcntl_wifsignaled($status), "$what: the child's end, $status");
        Check::eventually(fn (): bool => $releases() > $before, 10, "$what: the release has come");
        Check::same(1, $releases() - $before, "$what: no release is sent again by the child");
        Check::true($lock->isLocking("$name-held"), "$what: the parent's other lock");
        Check::same(false, $lock->isLocked($name), "$what: the parent's release");
        Check::same(0, $redis->call('EXISTS', "lock:$name", "lock:$name-child"), "$what: what is left");
        Check::true($lock->unlock("$name-held"), "$what: the other one");
        Check::same(false, $lock->isLocked("$name-held"), "$what: behind it");
        $proxy->clear();
    }
});
echo "done\n";
?>
--EXPECT--
done
