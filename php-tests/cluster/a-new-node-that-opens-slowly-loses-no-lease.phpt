--TEST--
In a Cluster a slot has moved, and the new node takes nearly all of a renewal's time to open a connection: the lock is renewed there, and not lost
--FILE--
<?php
// One server stands for two nodes. No map leads past the proxies.
$server = RedisServer::start(['cluster-enabled' => 'yes']);
$redis = $server->client();
$redis->call('CLUSTER', 'ADDSLOTS', ...range(0, 16383));
Check::eventually(static fn (): bool => str_contains((string) $redis->call('CLUSTER', 'INFO'), 'cluster_state:ok'), 10, 'it serves all slots');
[$old, $new] = [Proxy::to($server), Proxy::to($server)];
foreach ([$old, $new] as $node) {
    $node->rule(['command' => 'CLUSTER SLOTS', 'do' => 'answer', 'bytes' => "-NOPERM this user has no permissions\r\n"]);
}
$slot = $redis->call('CLUSTER', 'KEYSLOT', 'lock:slow');
// Nodes that announce no address leave the host out.
$old->rule(['command' => 'EVAL*', 'do' => 'answer', 'bytes' => "-MOVED $slot :$new->port\r\n"]);
// A renewal has a third of the lease: 4 s.
$new->rule(['command' => 1, 'do' => 'delay', 'ms' => 2_800]);
$config = ['cluster' => ["127.0.0.1:$old->port"], 'lease' => 12, 'command_timeout' => 20] + array_diff_key($old->config(), ['port' => 0]);
$holder = Holder::of('slow', $config);
$stats = [];
Check::eventually(static function () use ($holder, &$stats): bool {
    $stats = $holder->ask('RedisMutexLock::stats()');

    return $stats['renewed'] > 0 || $stats['lost'] > 0;
}, 30, 'the lock is renewed or lost');
Check::same(0, $stats['lost'], 'lost');
Check::between(1, PHP_INT_MAX, $new->count('EVAL*'), 'renewals at the new node');
Check::true($holder->ask('$lock->isLocking($name)', 30), 'the lock is held');
$holder->ask('$lock->unlock($name)', 30);
$holder->finish();
echo 'done';
?>
--EXPECT--
done
