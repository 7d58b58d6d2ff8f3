--TEST--
stats: an unknown outcome is counted only when it becomes known; each new connection is counted
--FILE--
<?php
$server = RedisServer::shared();
$proxy = Proxy::to($server);
$name = Check::unique('name');
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 5, 'retry_for' => 60]);
$tried = ['acquired' => 1, 'released' => 1, 'connections_opened' => 1];
Check::same($tried, Stats::moved(fn () => [$lock->lock($name), $lock->unlock($name)]), 'the scripts are known');

/** Loses the next $times answers to $command. */
$lose = fn (string $do, string $command, int $times) => $proxy->rule(['command' => $command, 'times' => $times, 'do' => $do]);
$fails = fn (callable $call) => fn () => Check::throws(RedisMutexLockUnavailableException::class, $call);
$once = ['connections_opened' => 1];

// One lost answer: the second try gets the outcome of the first.
Check::same(['acquired' => 1], Stats::moved(fn () => $lock->lock($name, 0, 60)), 'lock');
$lose('cutAfter', 'EVAL*', 1);
Check::same(['released' => 1] + $once, Stats::moved(fn () => $lock->unlock($name)), 'unlock, one answer lost');
$proxy->clear();
$lose('cutAfter', 'SET', 1);
Check::same(['acquired' => 1] + $once, Stats::moved(fn () => $lock->lock($name, 0, 60)), 'lock, one answer lost');
$proxy->clear();

// An unknown release counts when the server confirms it later. Without a confirmation it does not count.
foreach (['cutBefore' => ['acquired' => 1, 'released' => 1], 'cutAfter' => ['acquired' => 1]] as $do => $later) {
    $lose($do, 'EVAL*', 2);
    Check::same($once, Stats::moved($fails(fn () => $lock->unlock($name))), "unlock, $do twice");
    $proxy->clear();
    Check::same($later + $once, Stats::moved(fn () => $lock->lock($name, 0, 60)), "lock after an unlock, $do twice");
}
$lock->unlock($name);

// The lock was never known to be held, so neither a release nor a loss counts.
$lose('cutAfter', 'SET', 1);
$lose('cutAfter', 'EVAL*', 1);
Check::same($once, Stats::moved($fails(fn () => $lock->lock($name, 0, 60))), 'lock, both answers lost');
$proxy->clear();
Check::same($once, Stats::moved(fn () => Check::true($lock->unlock($name), 'freed')), 'its unlock');

// A wait without any answer counts its time and the connections that failed, but no timeout.
$proxy->down();
$waited = RedisMutexLock::stats()['waited_seconds'];
$moved = Stats::moved($fails(fn () => $lock->lock($name, 1, 60)));
Check::same(['connection_errors'], array_keys($moved), 'away');
Check::between($waited + 0.9, $waited + 10, RedisMutexLock::stats()['waited_seconds'], 'it has waited');

echo "done\n";
?>
--EXPECT--
done
