--TEST--
Every method knows a loss at once and without asking; a loss is final, and the next holder's lock stays as it is
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock([...$server->config(), 'lease' => 1.5, 'fencing' => true]);
$next = new RedisMutexLock($server->config());
Check::true($lock->lock('a', expire: null), 'lock');
$valid = $lock->remaining('a');
$redis->call('DEL', 'lock:a');
Check::true($next->lock('a', expire: 60), 'the next holder');
$owner = $next->token('a');
$left = $redis->call('PTTL', 'lock:a');
Check::eventually(function () use ($lock, &$valid): bool {
    $now = $lock->remaining('a');
    $valid = $now ?? $valid;

    return $now === null;
}, 5, 'the thread has found out');
Check::between(0.3, 1.5, $valid, 'by its first renewal, not by the clock at the end of the lease');

$calls = static fn (): array => array_diff_key($redis->commandstats(), ['info' => 0]);
$before = $calls();
Check::same([false, null, null, null, [], null, false], [
    $lock->isLocking('a'), $lock->remaining('a'), $lock->token('a'), $lock->fence('a'), $lock->held(), $lock->detach('a'),
    $lock->expire('a', 60),
], 'its word');
Check::same($before, $calls(), 'commands for that');
// Long enough for a wrong renewal.
usleep(1_000_000);
Check::same($before, $calls(), 'commands since');
Check::same([false, false], [$lock->unlock('a'), $lock->unlock('a')], 'unlock');
Check::same(false, $lock->lock('a', expire: null), 'lock anew');
Check::same($owner, $redis->call('GET', 'lock:a'), 'the next holder');
Check::between(1, $left, $redis->call('PTTL', 'lock:a'), 'its lifetime');
Check::true($next->isLocking('a'), 'its word');

// A new lock() gives another lock, with another token.
Check::true($next->unlock('a'), 'unlock of the next');
Check::true($lock->lock('a', expire: null), 'lock after that');
Check::eventually(fn (): bool => $redis->call('PTTL', 'lock:a') < 1100, 5, 'between two renewals');
Check::eventually(fn (): bool => $redis->call('PTTL', 'lock:a') > 1200, 5, 'renewed');
Check::true($lock->unlock('a'), 'unlock in the end');
echo 'done';
?>
--EXPECT--
done
