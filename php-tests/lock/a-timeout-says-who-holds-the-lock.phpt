--TEST--
The exception of a synchronized that waited in vain says which process made the holder's token and when its lease ends, without a question more
--FILE--
<?php
$proxy = Proxy::to($server = RedisServer::start());
$redis = $server->client();
$lock = new RedisMutexLock($proxy->config());
$host = substr(strtolower(gethostname()), -6);
$host = (strlen($host) === 6 ? '…' : '') . $host;
$message = static fn (float $timeout): string => Check::throws(
    RedisMutexLockTimeoutException::class,
    static fn () => $lock->synchronized('job', static fn () => throw new LogicException('the callback ran'), $timeout),
)->getMessage();

$holder = Holder::of('job', ['lease' => 20] + $server->config());
foreach ([0, 0.3] as $timeout) {
    $end = " and was not free within $timeout seconds; held by $host, pid $holder->pid; its lease ends in ";
    [$before, $rest] = explode($end, $message($timeout)) + [1 => 'nothing'];
    Check::same('RedisMutexLock::synchronized(): "job" is held by another owner', $before, 'the beginning');
    Check::same(1, preg_match('/^(1\d|20)\.\d s unless it is renewed; its owner token was made by that process$/D', $rest), "the end: $rest");
}
// One attempt is one round trip: the commands behind SET come although its reply is still out.
$sent = static fn (): array => array_filter($proxy->log(), static fn (array $seen): bool => in_array($seen['words'][0], ['SET', 'EVALSHA', 'GET', 'PTTL'], true));
$names = static fn (array $seen): array => array_map(static fn (array $seen): string => $seen['words'][0], array_values($seen));
$proxy->rule(['command' => 'SET', 'do' => 'delayReply', 'ms' => 500]);
$before = count($sent());
$message(0);
$seen = array_slice($sent(), $before);
Check::same(['SET', 'GET', 'PTTL'], $names($seen), 'commands of one attempt');
Check::between(0, 0.4, end($seen)['at'] - $seen[0]['at'], 'seconds from the first to the last');
$proxy->clear();
// A wait asks at its end alone, and lock(), which has no message, never.
$before = count($sent());
$message(0.5);
$seen = $names(array_slice($sent(), $before));
Check::same([['EVALSHA', 'GET', 'PTTL'], 2], [array_slice($seen, -3), count(array_intersect($seen, ['GET', 'PTTL']))], 'the end of a wait');
$before = count($sent());
Check::same([false, false], [$lock->lock('job'), $lock->lock('job', 0.2)], 'lock');
Check::same([], array_intersect($names(array_slice($sent(), $before)), ['GET', 'PTTL']), 'lock() does not ask');
$holder->worker->kill();

foreach ([
    ["held by another library's owner; its lease has no end", ['SET', 'lock:job', 'aB3dE6gH9jK2mN5p']],
    ["held by another library's owner; its lease ends in 9.9 s unless it is renewed", ['SET', 'lock:job', 'x', 'PX', 9_999]],
    ['held by something that is not a string; its lease has no end', ['HSET', 'lock:job', 'a', 'b']],
] as [$words, $command]) {
    $redis->call('DEL', 'lock:job');
    $redis->call(...$command);
    $found = $message(0);
    $found = preg_replace('/ends in (9\.\d|10\.0) s/', 'ends in 9.9 s', $found);
    Check::true(str_ends_with($found, "; $words"), $found);
}
// Without the rights to GET and PTTL the exception is the same, and says less.
$redis->call('ACL', 'SETUSER', 'poor', 'on', '>p', 'resetchannels', '~lock:*', '+@all', '-get', '-pttl');
$poor = new RedisMutexLock(['username' => 'poor', 'password' => 'p'] + $server->config());
$found = Check::throws(RedisMutexLockTimeoutException::class, static fn () => $poor->synchronized('job', static fn () => 1, 0))->getMessage();
Check::true(str_ends_with($found, 'was not free within 0 seconds'), $found);
echo 'done';
?>
--EXPECT--
done
