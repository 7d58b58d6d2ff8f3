--TEST--
After a restart behind a relay on a Unix socket, which outlives the server, an old id kills no client
--FILE--
<?php
$server = RedisServer::start(['user' => ['mild on >s ~* +@all -info']]);
foreach (['everything' => [], 'no INFO' => ['username' => 'mild', 'password' => 's']] as $rights => $user) {
    // The process at the other end of the client's socket is the relay, before and after.
    $relay = Proxy::toSocket($server);
    $lock = new RedisMutexLock(['path' => $relay->socket, 'command_timeout' => 0.5, 'retry_for' => 60] + $user);
    Check::same(false, $lock->isLocked('a'), "$rights: connected");
    // The answer never comes, and no new connection is made: the old connection is still to be killed.
    $relay->rule(['command' => 'SET', 'times' => 1, 'do' => 'stall']);
    $relay->rule(['connection' => 2, 'command' => 1, 'do' => 'cutBefore']);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', 0, 60), 'cannot be reached');
    $relay->clear();

    // Now innocent clients have all the old ids, and the same address as every client.
    $server->restart();
    $innocent = array_map(static fn (): RedisClient => new RedisClient("unix://$server->socket"), range(1, 30));
    Check::true($lock->lock('a', 0, 60), "$rights: lock after the restart");
    Check::same(0, $server->client()->commandstats()['client|kill'] ?? 0, "$rights: kills asked of the new server");
    foreach ($innocent as $i => $client) {
        Check::same('PONG', $client->call('PING'), "$rights: innocent client $i");
    }
    Check::true($lock->unlock('a'), "$rights: unlock");
}
echo 'done';
?>
--EXPECT--
done
