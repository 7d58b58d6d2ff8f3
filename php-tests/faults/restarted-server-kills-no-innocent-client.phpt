--TEST--
A restarted server begins its client ids again: the kill of an old connection names the address too, and hits no other client
--FILE--
<?php
$server = RedisServer::start();
$proxy = Proxy::to($server);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 1, 'retry_for' => 60]);
Check::same(false, $lock->isLocked('a'), 'connected');
$proxy->rule(['command' => 'SET', 'times' => 1, 'do' => 'stall']);
$proxy->rule(['connection' => 2, 'command' => 1, 'do' => 'cutBefore']);
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', 0, 60), 'cannot be reached');
$proxy->clear();

// Now innocent clients have all the old ids.
$server->restart();
$innocent = array_map(fn () => $server->client(), range(1, 30));
$ids = array_map(fn ($client) => (int) $client->call('CLIENT', 'ID'), $innocent);
Check::true($lock->lock('a', 0, 60), 'lock after the restart');
$kills = array_values(array_filter($proxy->log(), fn (array $seen) => strtoupper($seen['words'][1] ?? '') === 'KILL'));
Check::true($kills !== [], 'a kill was sent');
$words = end($kills)['words'];
Check::true(in_array((int) $words[3], $ids, true), "the id $words[3] is an innocent client's");
Check::same('ADDR', $words[4], 'the address is sent with it');
foreach ($innocent as $i => $client) {
    Check::same('PONG', $client->call('PING'), "innocent client $i");
}
Check::true($lock->unlock('a'), 'unlock');
echo "done\n";
?>
--EXPECT--
done
