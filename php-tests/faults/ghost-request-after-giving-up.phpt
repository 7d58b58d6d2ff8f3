--TEST--
Requests of an abandoned lock are killed with their connections before its token is released, so no late request takes the name
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
$warm = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);
Check::true($warm->lock('warm') && $warm->unlock('warm'), 'the scripts are known');
$ends = [
    'unlock' => fn (RedisMutexLock $lock, string $name) => $lock->unlock($name),
    'unlockAll' => fn (RedisMutexLock $lock) => $lock->unlockAll(),
    'lock' => fn (RedisMutexLock $lock, string $name) => $lock->lock($name, 0, 60) && $lock->unlock($name),
    'adopt' => fn (RedisMutexLock $lock, string $name) => $lock->adopt($name, 'x'),
    // A command for another name, or a question, makes a new connection too.
    'isLocked' => fn (RedisMutexLock $lock) => $lock->isLocked('b'),
    'the object' => fn () => null,
];
$kept = [];
foreach ($ends as $end => $call) {
    $name = "a $end";
    $lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 1.2, 'retry_for' => 60]);
    Check::same(false, $lock->isLocked($name), "$end: connected");
    $proxy->rule(['command' => 'SET', 'times' => 1, 'do' => 'ghost', 'ms' => 5000, 'stall' => true]);
    $proxy->rule(['command' => 'EVALSHA', 'times' => 1, 'do' => 'ghost', 'ms' => 5000, 'stall' => true]);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name, 0, 60));
    $proxy->clear();
    $call($lock, $name);
    if ($end !== 'the object') {
        // The object must live on: its death would release a lock that a late request has taken.
        $kept[] = $lock;
    }
    $lock = null;
    // When the server kills a late request's connection, the proxy closes it too, so only one is left.
    Check::eventually(fn () => count($redis->clients()) <= 3, 20, "$end: the connections of the ghosts end");
}
$seen = array_filter($proxy->log(), fn (array $seen): bool => $seen['did'] === 'ghost');
Check::same(2 * count($ends), count($seen), 'ghosts');
// During this time the last late request would reach the server.
usleep(5_200_000);
Check::same([], $redis->call('KEYS', 'lock:a *'), 'no late request');
echo "done\n";
?>
--EXPECT--
done
