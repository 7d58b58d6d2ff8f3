--TEST--
Connecting, and sending a script whole, take from the deadline of the command and not from one of their own
--FILE--
<?php
$server = RedisServer::start();
$seconds = function (callable $call): float {
    $began = hrtime(true);
    Check::throws(RedisMutexLockUnavailableException::class, $call);

    return (hrtime(true) - $began) / 1e9;
};

// Deadlines that begin anew would make 7.6 s of each.

// A greeting that takes nearly the whole deadline, and then silence: two commands, and no more than two deadlines.
$slow = Proxy::to($server, ['command' => 'CLIENT INFO', 'do' => 'delayReply', 'ms' => 1_800], ['do' => 'stall']);
$lock = new RedisMutexLock([...$slow->config(), 'command_timeout' => 2, 'retry_for' => 60]);
Check::between(0, 2 * 2 + 2.5, $seconds(fn () => $lock->lock('a')), 'lock');
$slow->stop();

// NOSCRIPT after nearly the whole deadline, and then silence.
$proxy = Proxy::to($server);
$lock = new RedisMutexLock([...$proxy->config(), 'command_timeout' => 2]);
Check::true($lock->lock('b', 0, 60), 'held');
$proxy->rule(['command' => 'EVALSHA', 'do' => 'delayReply', 'ms' => 1_800]);
$proxy->rule(['command' => 'EVAL', 'do' => 'stall']);
Check::between(0, 2 * 2 + 2.5, $seconds(fn () => $lock->unlock('b')), 'unlock');
$proxy->clear();
Check::true($lock->unlock('b'), 'released in the end');
echo "done\n";
?>
--EXPECT--
done
