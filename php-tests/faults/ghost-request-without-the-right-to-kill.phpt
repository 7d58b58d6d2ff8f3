--TEST--
Without the right to CLIENT KILL only one thing is lost: a late request may hold the name until its lease ends
--FILE--
<?php
// Redis 6.2 cannot take a subcommand away, only give some of them back.
$server = RedisServer::start(['user' => ['mild on >s ~lock:* +@all -client +client|info +client|setname']]);
$redis = $server->client();
$proxy = Proxy::to($server);
$login = ['username' => 'mild', 'password' => 's'];
$lock = new RedisMutexLock([...$proxy->config(), 'command_timeout' => 0.6, 'retry_for' => 60] + $login);
Check::same(false, $lock->isLocked('a'), 'connected');
$proxy->rule(['command' => 'SET', 'times' => 1, 'do' => 'ghost', 'ms' => 2500, 'stall' => true]);
Check::true($lock->lock('a', 0, 2), 'lock');
Check::same($lock->token('a'), $redis->call('GET', 'lock:a'), 'owned');
$token = $lock->token('a');
Check::true($lock->expire('a', 60) && $lock->isLocking('a') && $lock->unlock('a'), 'everything else works');

// The right is for this. It also proves that the late requests of the other tests are real.
Check::eventually(fn () => $redis->call('GET', 'lock:a') === $token, 5, 'the late SET');
Check::same(false, $lock->lock('a'), 'held, by nobody');
Check::true($lock->lock('a', 10, 5), 'until its lease ends');
Check::true($lock->unlock('a'), 'unlock');
echo "done\n";
?>
--EXPECT--
done
