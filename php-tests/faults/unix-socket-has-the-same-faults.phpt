--TEST--
Over a Unix socket all methods work, and its faults are Unavailable with the socket's path and database
--FILE--
<?php
$secret = bin2hex(random_bytes(8));
$server = RedisServer::start(['requirepass' => $secret]);
$redis = $server->client();
$redis->call('SELECT', 4);
$lock = new RedisMutexLock(['url' => $server->unixUrl(4), 'fencing' => true, 'command_timeout' => 1]);
Check::true($lock->lock('a', 0, 60), 'lock');
Check::same($lock->token('a'), $redis->call('GET', 'lock:a'), 'in database 4');
Check::same(false, @(new RedisMutexLock($server->unixUrl(4)))->lock('a', 0.1), 'excludes others');
Check::same([true, true, true], [$lock->isLocking('a'), $lock->isLocked('a'), $lock->expire('a', 90)], 'questions');
Check::same([$lock->token('a'), ['a']], [$lock->owner('a'), $lock->held()], 'owner and held');
$token = $lock->detach('a');
Check::true($lock->adopt('a', $token, 60) && $lock->fence('a') > 0, 'adopt');
Check::true($lock->unlock('a'), 'unlock');
Check::same('result', $lock->synchronized('a', fn () => 'result', 1, 60), 'synchronized');
$redis->call('SET', 'lock:b', 'x');
Check::true($lock->forceUnlock('b'), 'forceUnlock');
array_map(fn (int $i) => Check::true($lock->lock("n$i", 0, 60), "lock n$i"), range(1, 10));
Check::true($lock->unlockAll(), 'unlockAll');
Check::true(count(array_filter($redis->clients(), fn (array $c): bool => str_contains($c['addr'], $server->socket))) > 0, 'over the socket');

$unavailable = function (string $words, callable $call) use ($server, $secret): void {
    $began = hrtime(true);
    $thrown = Check::throws(RedisMutexLockUnavailableException::class, $call, $words);
    Check::between(0, 2 * 1 + 2, (hrtime(true) - $began) / 1e9, "$words: seconds");
    Check::true(str_starts_with($thrown->getMessage(), "Redis at $server->socket, database "), $thrown->getMessage());
    Check::true(!str_contains($thrown->getMessage(), $secret), $thrown->getMessage());
};
$at = fn (string $query): RedisMutexLock => new RedisMutexLock("unix://$server->socket?$query&command_timeout=1");
$unavailable('NOAUTH ', fn () => @$at('db=0')->lock('a'));
$unavailable('WRONGPASS ', fn () => @$at("password=x$secret")->lock('a'));
$unavailable('DB index is out of range', fn () => @$at("password=$secret&db=99")->lock('a'));
Check::true($lock->lock('a', 0, 60), 'lock before silence');
$server->pause();
$unavailable('database 4', fn () => $lock->isLocking('a'));
$unavailable('database 4', fn () => $lock->lock('b'));
$server->resume();
Check::true($lock->isLocking('a') && $lock->lock('b') && $lock->unlockAll(), 'after silence');
$server->stop();
$unavailable('database 4', fn () => $lock->lock('b'));
$unavailable('cannot be reached', fn () => $lock->lock('b'));
$server->restart();
Check::true($lock->lock('b', 5) && $lock->unlock('b'), 'after a restart');
echo "done\n";
?>
--EXPECT--
done
