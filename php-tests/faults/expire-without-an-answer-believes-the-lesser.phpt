--TEST--
After an expire without an answer the shorter of both lifetimes counts; a lifetime counts from before its command was sent
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
Together::each(['cutBefore', 'cutAfter', 'swallow', 'stall', 'answer'], function (string $do) use ($server): void {
    [$redis, $proxy, $name] = [$server->client(), Proxy::to($server), Check::unique('name')];
    // Only silence costs a whole command_timeout.
    $timeout = in_array($do, ['swallow', 'stall'], true) ? 0.6 : 5;
    $lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => $timeout]);
    $did = in_array($do, ['cutAfter', 'swallow'], true);
    $rule = ['command' => 'EVAL*', 'do' => $do] + ($do === 'answer' ? ['bytes' => "-OOM command not allowed\r\n"] : []);
    foreach ([['longer', 100, 900], ['shorter', 900, 100]] as [$which, $old, $new]) {
        Check::true($lock->lock($name, 0, $old), "$do, $which: lock");
        $lock->expire($name, $old);
        $proxy->rule($rule);
        $token = $lock->token($name);
        Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->expire($name, $new));
        $proxy->clear();
        // The key has one of the two lifetimes. The object must never believe in more than the key has.
        Check::between(80, 100, $lock->remaining($name), "$do, $which: remaining");
        Check::true($lock->remaining($name) <= $redis->call('PTTL', "lock:$name") / 1000, "$do, $which: no more than in Redis");
        Check::same($token, $lock->token($name), "$do, $which: still mine");
        Check::true($lock->isLocking($name), "$do, $which: isLocking");
        // The repeated command gives the key the whole lifetime.
        Check::true($lock->expire($name, $new), "$do, $which: again");
        Check::between($new * 0.9, $new, $lock->remaining($name), "$do, $which: remaining of the new one");
        Check::true($lock->unlock($name), "$do, $which: unlock");
    }
    // A short lifetime ends by our own clock, executed or not. The lock is freed then, too.
    Check::true($lock->lock($name, 0, 60), "$do, short: lock");
    $proxy->rule($rule);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->expire($name, 1));
    $proxy->clear();
    Check::eventually(fn () => $lock->remaining($name) === null, 5, "$do, short: its end");
    Check::same([false, []], [$lock->isLocking($name), $lock->held()], "$do, short: not held");
    // The timeout leaves time for another attempt: freeing the old token may take both commands of an attempt with
    // timeout 0.
    Check::true($lock->lock($name, 5, 60), "$do, short: free for a new lock");
    Check::true($lock->unlock($name), "$do, short: unlock");
    Check::same(0, $redis->call('EXISTS', "lock:$name"), "$do: keys left");
});
$proxy = Proxy::to($server);
$name = Check::unique('name');
// A late reply that is in time: the lifetime counts from before the command was sent. A reply that is later than the
// lifetime: not held.
$patient = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 5]);
Check::true($patient->lock($name, 0, 60), 'lock');
$proxy->rule(['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 600]);
Check::true($patient->expire($name, 90), 'a late answer');
Check::between(80, 90 - 0.6 - 0.9 - 0.002, $patient->remaining($name), 'counted from before it was sent');
Check::same(false, $patient->expire($name, 0.3), 'an answer later than the lifetime it is about');
Check::same([null, []], [$patient->remaining($name), $patient->held()], 'not held');
$proxy->clear();
$patient->unlock($name);
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'keys left');
echo "done\n";
?>
--EXPECT--
done
