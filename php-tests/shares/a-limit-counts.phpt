--TEST--
With limit as many shares are granted together, different limits each count all shares, and a lower one takes effect
--FILE--
<?php
$server = RedisServer::start();
$locks = array_map(static fn (): RedisMutexLock => new RedisMutexLock($server->url()), range(0, 5));
$try = static fn (int $i, ?int $limit): bool => $locks[$i]->lockShared('api', 0, 60, limit: $limit);
Check::same([true, true, true, false], [$try(0, 3), $try(1, 3), $try(2, 3), $try(3, 3)], 'three at a time');
Check::same(1, preg_match('/^share3:[0-9a-f]{32}$/', $locks[0]->token('api')), 'a token says its limit');
Check::same([false, true], [$try(3, 2), $try(3, null)], 'each limit counts all');
Check::same([false, true], [$try(4, 4), $try(4, 5)], 'four are held');
Check::true($locks[3]->unlock('api') && $locks[4]->unlock('api') && $locks[0]->unlock('api'), 'three are released');
Check::same([false, true], [$try(5, 2), $try(5, 3)], 'two are held');
$thrown = Check::throws(
    RedisMutexLockTimeoutException::class,
    static fn () => $locks[0]->synchronizedShared('api', static fn () => 1, 0.1, limit: 3),
);
Check::true(str_starts_with($thrown->getMessage(), 'RedisMutexLock::synchronizedShared(): "api" is held by another owner and was not free within 0.1 seconds'), $thrown->getMessage());
foreach ([0, -1, 1_000_001] as $limit) {
    Check::throws(ValueError::class, static fn () => $try(0, $limit), "must be from 1 to 1000000, or null for any number of shares, $limit given");
}
Check::throws(TypeError::class, static fn () => $locks[0]->lockShared('api', limit: 'x'));
Check::throws(ValueError::class, static fn () => $locks[0]->lock('x', token: 'share:' . str_repeat('a', 32)));
Check::throws(ValueError::class, static fn () => $locks[0]->lockShared(''));
echo "done\n";
?>
--EXPECT--
done
