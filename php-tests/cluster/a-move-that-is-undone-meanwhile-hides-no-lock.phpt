--TEST--
In a Cluster one ASK whose target answers MOVED proves nothing: the source is asked again, and only a second circle says that a lock does not exist
--FILE--
<?php
$server = RedisServer::start(['cluster-enabled' => 'yes']);
$redis = $server->client();
$redis->call('CLUSTER', 'ADDSLOTS', ...range(0, 16383));
Check::eventually(static fn (): bool => str_contains($redis->call('CLUSTER', 'INFO'), 'cluster_state:ok'), 30, 'the Cluster serves');
$redis->call('SET', 'lock:a', 'token');
$slot = $redis->call('CLUSTER', 'KEYSLOT', 'lock:a');
foreach ([1 => ['token', true, 2, 1], 2 => [null, false, 2, 2]] as $circles => [$owner, $is, $atSource, $atTarget]) {
    [$source, $target] = [Proxy::to($server), Proxy::to($server)];
    foreach ([$source, $target] as $node) {
        // Redirects alone lead to the nodes.
        $node->rule(['command' => 'CLUSTER SLOTS', 'do' => 'answer', 'bytes' => "-NOPERM no map\r\n"]);
    }
    foreach (['GET', 'EXISTS'] as $command) {
        // After so many circles the move is undone.
        $source->rule(['command' => $command, 'times' => $circles, 'do' => 'answer', 'bytes' => "-ASK $slot 127.0.0.1:$target->port\r\n"]);
        $target->rule(['command' => $command, 'do' => 'answer', 'bytes' => "-MOVED $slot 127.0.0.1:$source->port\r\n"]);
    }
    $lock = new RedisMutexLock(['cluster' => ["127.0.0.1:$source->port"], 'command_timeout' => 20] + array_diff_key($source->config(), ['port' => 0]));
    Check::same([$owner, $is], [$lock->owner('a'), $lock->isLocked('a')], "$circles circles");
    foreach (['GET', 'EXISTS'] as $command) {
        Check::same([$atSource, $atTarget], [$source->count($command), $target->count($command)], "$circles circles: $command");
    }
    Check::same(2 * $atTarget, $target->count('ASKING'), "$circles circles: ASKING");
}
echo 'done';
?>
--EXPECT--
done
