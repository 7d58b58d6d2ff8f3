--TEST--
In a Cluster ASKING stands before each sending to the node that ASK names, also before a script that is sent whole
--FILE--
<?php
// Behind both is a node that has all slots and knows no script.
$server = RedisServer::start(['cluster-enabled' => 'yes']);
$server->client()->call('CLUSTER', 'ADDSLOTS', ...range(0, 16383));
Check::eventually(static fn (): bool => str_contains((string) $server->client()->call('CLUSTER', 'INFO'), 'cluster_state:ok'), 20, 'it serves all slots');
[$one, $two] = [Proxy::to($server), Proxy::to($server)];
// The map would lead past them.
$one->rule(['command' => 'CLUSTER', 'do' => 'answer', 'bytes' => "*0\r\n"]);
foreach (['SET', 'GET', 'EVAL*'] as $command) {
    $one->rule(['command' => $command, 'do' => 'answer', 'bytes' => "-ASK 5 127.0.0.1:$two->port\r\n"]);
}
$lock = new RedisMutexLock(['cluster' => ["127.0.0.1:$one->port"], 'command_timeout' => 20] + array_diff_key($one->config(), ['port' => 0]));
Check::true($lock->lock('a', 0, 60), 'lock');
Check::true($lock->isLocking('a'), 'isLocking');
Check::true($lock->expire('a', 60), 'expire');
Check::true($lock->lock('b', 0, 60), 'lock');
Check::true($lock->unlockAll(), 'unlockAll');
$seen = [];
foreach ($two->log() as ['words' => $words]) {
    $seen[] = strtoupper($words[0]);
}
$asked = array_values(array_filter($seen, static fn (string $word): bool => in_array($word, ['ASKING', 'SET', 'GET', 'EVAL', 'EVALSHA'], true)));
$expected = [
    'ASKING', 'SET',
    'ASKING', 'GET',
    'ASKING', 'EVALSHA', 'ASKING', 'EVAL',
    'ASKING', 'SET',
    'ASKING', 'EVALSHA', 'ASKING', 'EVALSHA', 'ASKING', 'EVAL', 'ASKING', 'EVAL',
];
Check::same($expected, $asked, 'what the second node is sent');
echo 'done';
?>
--EXPECT--
done
