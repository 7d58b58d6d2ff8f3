--TEST--
WAIT answers with another type, an error, late or never: Unavailable, and the lock is given back
--FILE--
<?php
$pair = new Replication();
$proxy = Proxy::to($pair->master);
$unavailable = RedisMutexLockUnavailableException::class;
$cases = [
    'a string' => [['do' => 'answer', 'bytes' => "+OK\r\n"], 'does not fit'],
    'bytes' => [['do' => 'answer', 'bytes' => "$1\r\n1\r\n"], 'does not fit'],
    'nothing' => [['do' => 'answer', 'bytes' => "$-1\r\n"], 'does not fit'],
    'a list' => [['do' => 'answer', 'bytes' => "*1\r\n:1\r\n"], 'does not fit'],
    'less than zero' => [['do' => 'answer', 'bytes' => ":-1\r\n"], 'does not fit'],
    'too few' => [['do' => 'answer', 'bytes' => ":0\r\n"], '0 of 1 replicas'],
    'an error' => [['do' => 'answer', 'bytes' => "-ERR no\r\n"], 'ERR no'],
    'demoted' => [['do' => 'answer', 'bytes' => "-UNBLOCKED force unblock\r\n"], 'UNBLOCKED force unblock'],
    'a replica' => [['do' => 'answer', 'bytes' => "-ERR WAIT cannot be used with replica instances.\r\n"], 'replica instances'],
    'late' => [['do' => 'delayReply', 'ms' => 700], 'WAIT had no answer within '],
    'cut' => [['do' => 'cutBefore'], 'closed the connection'],
];
foreach ($cases as $what => [$rule, $message]) {
    $config = $pair->config(['port' => $proxy->port]);
    $lock = new RedisMutexLock(['command_timeout' => 1] + $config);
    $proxy->rule(['command' => 'WAIT'] + $rule);
    $began = hrtime(true);
    $thrown = Check::throws($unavailable, fn () => $lock->lock('a', 0, 60), $message);
    Check::true(str_contains($thrown->getMessage(), '; the lock was given back'), $thrown->getMessage());
    // Two command timeouts, where the question is asked once more. The rest is for a busy machine.
    Check::between(0, 4, (hrtime(true) - $began) / 1e9, "seconds, $what");
    Check::same([[], []], [$lock->held(), $pair->locks()], "what is left, $what");
    // A no needs no replica.
    $other = new RedisMutexLock(['port' => $pair->master->port]);
    Check::true($other->lock('a', 0, 60), 'lock without min_replicas');
    Check::same(false, $lock->lock('a'), "lock of what is held, $what");
    Check::same(false, $lock->lock('a', 0.05), "wait for what is held, $what");
    Check::true($other->unlock('a'), 'unlock');
    $proxy->clear();
    $patient = new RedisMutexLock($config);
    Check::true($patient->lock('a', 0, 60) && $patient->unlock('a'), "lock afterwards, $what");
}
// The connection falls silent, so nothing can be given back at once. The object's next command for the name does it.
$lock = new RedisMutexLock($pair->config(['port' => $proxy->port, 'command_timeout' => 0.4]));
$proxy->rule(['command' => 'WAIT', 'do' => 'stall']);
$held = 'min_replicas; the lock may be held until its lease ends';
Check::throws($unavailable, fn () => $lock->lock('a', 0, 60), $held);
Check::same([], $lock->held(), 'held');
$proxy->clear();
$ours = $pair->master->client()->call('GET', 'lock:a');
Check::true($lock->lock('a', 30, 60), 'lock afterwards');
Check::true($ours !== null && $ours !== $lock->token('a'), 'the token that was left over is used up');
Check::same($lock->token('a'), $pair->copy('lock:a'), 'what the replica has');
echo 'done';
?>
--EXPECT--
done
