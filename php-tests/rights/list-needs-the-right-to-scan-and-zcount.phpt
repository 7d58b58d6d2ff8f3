--TEST--
list() needs the rights of its own line: without one of them the exception names it, and every other method works
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$line = Rights::line('in addition, for list');
Check::same(['scan', 'zcount'], Rights::named('in addition, for list'), 'the rights of the line');
Rights::grant($server, Rights::line(Rights::ALL_FEATURES));
$config = Rights::USER + ['database' => 2, 'command_timeout' => 5];
$lock = new RedisMutexLock($config + ['port' => $server->port]);
Check::true($lock->lock('a', 0, 60), 'lock');
foreach (['+scan', '+zcount'] as $right) {
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->list())->getMessage();
    Check::true(str_contains($message, "; the user lacks the right $right: redis-cli ACL SETUSER <user> $right ("), $message);
    // Nothing to look at: then ZCOUNT is not needed.
    Check::same($right === '+scan', (function () use ($lock): bool {
        try {
            return $lock->list('none') !== [];
        } catch (RedisMutexLockUnavailableException) {
            return true;
        }
    })(), "$right: a pattern that finds nothing");
    Rights::grant($server, Rights::advised($message));
}
Check::same(['a'], array_column($lock->list(), 'name'), 'both rights');
Check::true($lock->unlock('a'), 'unlock');

// The two lines are enough, and the line for all features is enough for the tokens.
$redis->call('ACL', 'DELUSER', Rights::USER['username']);
Rights::grant($server, Rights::line('without waiting, without fencing'));
$lock = new RedisMutexLock($config + ['port' => $server->port]);
Check::true($lock->lock('a', 0, 60, token: $token = RedisMutexLock::generateToken()), 'lock under a token');
$other = new RedisMutexLock($config + ['port' => $server->port]);
Check::true($other->expire('a', 50, $token) && $other->unlock('a', $token), 'expire and unlock for its owner');
Rights::grant($server, $line);
Check::same([], $other->list(), 'list');
// A pattern beyond the keys of the user shows names, and the look at them is refused.
$redis->call('SELECT', 2);
$redis->call('SET', 'cache:a', 'x');
$all = new RedisMutexLock($config + ['port' => $server->port, 'lock_prefix' => '']);
$message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $all->list())->getMessage();
Check::true(str_contains($message, 'key'), $message);
Check::same([], $all->list('lock:*'), 'a pattern within the keys of the user');
echo 'done';
?>
--EXPECT--
done
