--TEST--
lock with timeout 0 returns within two command deadlines when answers are lost or late, even if it frees an old token and gives back a late grant
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('name');
$warm = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);
Check::true($warm->lock("w$name") && $warm->unlock("w$name"), 'the scripts are known');
$wrong = [];
$measure = function (string $what, float $deadline, callable $call) use (&$wrong): void {
    $began = hrtime(true);
    try {
        $call();
    } catch (RedisMutexLockUnavailableException) {
    }
    $seconds = (hrtime(true) - $began) / 1e9;
    // Three full deadlines are too many on any machine.
    if ($seconds > 2.6 * $deadline) {
        $wrong[] = sprintf('%s: %.2f s, of command deadlines of %.0f s', $what, $seconds, $deadline);
    }
};

// lock first frees the token of a lock whose reply was lost twice. Every command is slow, so no time is left for the
// new lock.
$proxy = Proxy::to($server);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 1, 'retry_for' => 60]);
$lock->isLocked($name);
$proxy->rule(['command' => 'SET', 'times' => 1, 'do' => 'cutAfter']);
$proxy->rule(['command' => 'EVAL*', 'times' => 1, 'do' => 'cutAfter']);
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name, 0, 60));
$proxy->clear();
$proxy->rule(['command' => 'EVAL*', 'nth' => 1, 'do' => 'swallow']);
$proxy->rule(['command' => 'EVAL*', 'nth' => 2, 'do' => 'delayReply', 'ms' => 800]);
$proxy->rule(['command' => 'EVAL*', 'do' => 'swallow']);
$proxy->rule(['command' => 'SET', 'do' => 'swallow']);
$measure('freeing an old token', 1, fn () => $lock->lock($name, 0, 60));
$proxy->clear();
$lock->unlockAll();

// The first reply is lost, the second grant is late: its release is a third command.
$proxy = Proxy::to($server);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 2, 'retry_for' => 60]);
$lock->isLocked($name);
$proxy->rule(['command' => 'SET', 'times' => 1, 'do' => 'stall']);
$proxy->rule(['command' => 'EVAL*', 'nth' => 1, 'do' => 'delayReply', 'ms' => 1600]);
$proxy->rule(['command' => 'EVAL*', 'nth' => 2, 'do' => 'stall']);
$measure('giving back a late grant', 2, fn () => $lock->lock($name, 0, 0.5));
$proxy->clear();
$lock->unlockAll();
Check::same(0, $server->client()->call('EXISTS', "lock:$name"), 'keys left');
Check::same([], $wrong, 'too late');
echo "done\n";
?>
--EXPECT--
done
