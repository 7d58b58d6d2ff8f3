--TEST--
The check of a good server has only good rows, changes no lock, and leaves no key and no connection behind
--FILE--
<?php
$server = RedisServer::start(['appendonly' => 'yes']);
$redis = $server->client();
$held = new RedisMutexLock($server->config());
Check::true($held->lock('held', 0, 3600), 'lock');
$waiter = Worker::run('$lock = new RedisMutexLock(["port" => (int) $argv[1]]); say("waits"); $lock->lock("held", 60); say("has it");', [$server->plainPort]);
$waiter->expect('waits');
$queue = 'lock:held:queue:{lock:held}';
Check::eventually(static fn (): bool => $redis->call('EXISTS', $queue) === 1, 30, 'the waiter is in the queue');
$before = [$redis->call('GET', 'lock:held'), $redis->call('ZRANGE', $queue, 0, -1)];
$connections = static fn (): int => substr_count($redis->call('CLIENT', 'LIST'), 'id=');
$count = $connections();

foreach (['over TCP' => $server->config(), 'over a Unix socket' => ['url' => $server->unixUrl(2)]] as $how => $config) {
    $findings = Findings::of($config + ['fencing' => true, 'name' => 'doctor']);
    Check::same([], $findings->troubles(), "$how: $findings");
    Check::same(
        ['reachable', 'tls', 'version', 'role', 'replicas', 'maxmemory-policy', 'persistence', 'write', 'rights', 'round trip', 'clock'],
        array_column($findings->rows, 'what'),
        $how,
    );
    Check::same([], array_filter(array_column($findings->rows, 'advice')), "$how: nothing to do");
    Check::eventually(static fn (): bool => $connections() === $count, 30, "$how: its connection ends");
}

Check::same($before, [$redis->call('GET', 'lock:held'), $redis->call('ZRANGE', $queue, 0, -1)], 'the lock and its queue');
Check::same([], $redis->call('KEYS', '*check*'), 'keys of the check');
Check::same(["db0"], preg_match_all('/^db\d+/m', $redis->call('INFO', 'keyspace'), $found) ? $found[0] : [], 'databases with keys');
Check::true($held->unlock('held'), 'unlock');
$waiter->expect('has it', 30);
$waiter->finish();
echo 'done';
?>
--EXPECT--
done
