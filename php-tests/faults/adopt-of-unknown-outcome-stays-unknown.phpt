--TEST--
An adoption with an unknown outcome is not forgotten when the next attempt does not reach the server
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('adopted');
$first = new RedisMutexLock($server->url());
$first->lock($name, 0, 60);
$token = $first->detach($name);
// The server knows the script, so that each attempt is one EVALSHA.
$first->lock("$name-warm", 0, 60) && $first->adopt("$name-warm", $first->detach("$name-warm"));

$proxy = Proxy::to($server);
$second = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 0.5]);
$proxy->rule(['command' => 'EVAL*', 'times' => 2, 'do' => 'cutAfter']);
Check::throws(RedisMutexLockUnavailableException::class, fn () => $second->adopt($name, $token, 60));
$proxy->down();
Check::throws(RedisMutexLockUnavailableException::class, fn () => $second->adopt($name, $token, 60), 'cannot be reached');
$proxy->up();
$proxy->clear();
$proxy->rule(['command' => 'EVAL*', 'times' => 1, 'do' => 'answer', 'bytes' => "-LOADING Redis is loading\r\n"]);
Check::throws(RedisMutexLockUnavailableException::class, fn () => $second->adopt($name, $token, 60), 'LOADING');

Check::same(true, $second->adopt($name, $token, 60), 'it was adopted by the first call');
Check::same($second->token($name), $second->owner($name), 'owner');
Check::same(true, $second->unlock($name), 'unlock');
echo "done\n";
?>
--EXPECT--
done
