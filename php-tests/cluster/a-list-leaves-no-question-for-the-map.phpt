--TEST--
In a Cluster list() asks for the map once, also when the first seed is lost, and the lock that follows does not ask again
--FILE--
<?php
$server = RedisServer::start(['cluster-enabled' => 'yes']);
$server->client()->call('CLUSTER', 'ADDSLOTS', ...range(0, 16383));
Check::eventually(static fn (): bool => str_contains((string) $server->client()->call('CLUSTER', 'INFO'), 'cluster_state:ok'), 20, 'it serves all slots');
foreach ([false, true] as $isLost) {
    [$first, $second] = [Proxy::to($server), Proxy::to($server)];
    // The map leads to the second one, so that its log has everything that the first one does not answer.
    $map = "*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n\$9\r\n127.0.0.1\r\n:$second->port\r\n";
    foreach ([$first, $second] as $proxy) {
        $proxy->rule(['command' => 'CLUSTER SLOTS', 'do' => 'answer', 'bytes' => $map]);
    }
    if ($isLost) {
        $first->down();
    }
    $seeds = ["127.0.0.1:$first->port", "127.0.0.1:$second->port"];
    $lock = new RedisMutexLock(['cluster' => $seeds, 'command_timeout' => 20] + array_diff_key($first->config(), ['port' => 0]));
    $case = $isLost ? 'with a lost seed' : 'with both seeds';
    Check::same(0, iterator_count($lock->list()), "locks $case");
    Check::true($lock->lock('a', 0, 60), "lock $case");
    Check::true($lock->unlock('a'), "unlock $case");
    $asked = $first->count('CLUSTER SLOTS') + $second->count('CLUSTER SLOTS');
    Check::same(1, $asked, "questions for the map $case");
}
echo 'done';
?>
--EXPECT--
done
