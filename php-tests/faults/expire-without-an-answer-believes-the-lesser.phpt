--TEST--
After an expire without an answer the shorter one of both lifetimes counts, and an answered one counts from before it was sent
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Proxy;
use Tests\RedisServer;

$server = RedisServer::shared();
$redis = $server->client();
$proxy = Proxy::to($server);
$name = Check::unique('name');
foreach (['cutBefore', 'cutAfter', 'swallow', 'stall', 'answer'] as $do) {
    // Only silence costs a whole command_timeout.
    $timeout = in_array($do, ['swallow', 'stall'], true) ? 0.4 : 5;
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
        // The key has the one or the other; at no time may we believe in more than it has.
        Check::between(80, 100, $lock->remaining($name), "$do, $which: remaining");
        Check::true($lock->remaining($name) <= $redis->call('PTTL', "lock:$name") / 1000, "$do, $which: no more than in Redis");
        Check::same($token, $lock->token($name), "$do, $which: still mine");
        Check::true($lock->isLocking($name), "$do, $which: isLocking");
        // Asked again it is as long as it was asked for.
        Check::true($lock->expire($name, $new), "$do, $which: again");
        Check::between($new * 0.9, $new, $lock->remaining($name), "$do, $which: remaining of the new one");
        Check::true($lock->unlock($name), "$do, $which: unlock");
    }
    // A short one ends for us, whether it was executed or not, and then it is freed all the same.
    Check::true($lock->lock($name, 0, 60), "$do, short: lock");
    $proxy->rule($rule);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->expire($name, 1));
    $proxy->clear();
    Check::eventually(fn () => $lock->remaining($name) === null, 5, "$do, short: its end");
    Check::same([false, []], [$lock->isLocking($name), $lock->held()], "$do, short: not held");
    // With time to ask again: freeing the old token may take both commands that an attempt without patience has.
    Check::true($lock->lock($name, 5, 60), "$do, short: free for a new lock");
    Check::true($lock->unlock($name), "$do, short: unlock");
}
// Late, but in time: counted from before it was sent. Later than its own lifetime: not held.
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
