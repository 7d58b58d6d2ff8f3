--TEST--
detach waits for a renewal in flight until the lease is over, and returns null: the lock was lost
--FILE--
<?php
$server = RedisServer::shared();
$proxy = Proxy::to($server, ['with' => Script::sha('renew'), 'do' => 'stall']);
$lock = new RedisMutexLock([...$proxy->config(), 'lease' => 0.9]);
$name = Check::unique('detach');
Check::true($lock->lock($name, expire: null), 'lock');
Check::eventually(fn (): bool => in_array('stall', array_column($proxy->log(), 'did'), true), 5, 'a renewal is in flight');
$token = $lock->detach($name);
// detach may wait or not. Its answer has to be true.
Check::true($token === null || $server->client()->call('PTTL', "lock:$name") > 50, 'a token is one of a lock that is valid');
Check::same([null, []], [$lock->remaining($name), $lock->held()], 'no longer held');
echo 'done';
?>
--EXPECT--
done
