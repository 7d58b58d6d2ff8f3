--TEST--
The check of a user without one right has a row that names it, and the line in that row grants it
--FILE--
<?php
$server = RedisServer::start(['appendonly' => 'yes']);
$redis = $server->client();
$user = Rights::USER['username'];
$rules = static fn (string $without): array => ['reset', ...array_diff(explode(' ', Rights::rules('everything')), ["+$without"])];
$config = $server->config() + Rights::USER + ['database' => 2, 'fencing' => true, 'min_replicas' => 1, 'name' => 'shop', 'command_timeout' => 2];
// Without a replica, one row is bad with any rights.
$expected = ['bad replicas'];
$only = array_fill_keys(['scan', 'zcount', 'zcard', 'zrange', 'pexpireat'], 'good') + array_fill_keys(['blpop', 'rpush', 'zadd', 'zscore', 'zrevrange'], 'warning')
    + array_fill_keys(['client|info', 'client|kill', 'client|setname'], 'warning');
$tried = 0;
foreach (Rights::named('everything') as $right) {
    // Redis asks for the right to SELECT in the greeting, and that to INFO has a test of its own.
    if ($right === 'select' || $right === 'info') {
        continue;
    }
    $redis->call('ACL', 'SETUSER', $user, ...$rules($right));
    $findings = Findings::of($config);
    $rows = $findings->rows('rights');
    $missing = array_values(array_filter($rows, static fn (array $row): bool => str_starts_with($row['found'], "+$right is missing: ")));
    Check::same(1, count($missing), "rows for +$right in $findings");
    Check::same(1, count($rows), "no other right is missing without +$right: $findings");
    Check::same($only[$right] ?? 'bad', $missing[0]['state'], "without +$right");
    // The key is there for a while if it may not be deleted, and never without an end.
    foreach ($redis->call('SELECT', 2) ? $redis->call('KEYS', '*') : [] as $key) {
        Check::same('del', $right, "a key stays without +$right");
        Check::between(1, 10_000, $redis->call('PTTL', $key), 'milliseconds until its end');
        $redis->call('DEL', $key);
    }
    Rights::grant($server, str_replace('<user>', $user, $missing[0]['advice']));
    $granted = Findings::of($config);
    Check::same($expected, $granted->troubles(), "with the line for +$right: $granted");
    Check::same([], $redis->call('KEYS', '*'), 'keys');
    $tried++;
}
Check::same(count(Rights::named('everything')) - 2, $tried, 'rights that were tried');

// Only the key is forbidden.
$redis->call('ACL', 'SETUSER', $user, 'resetkeys', '~other:*');
$findings = Findings::of($config);
$findings->expect('bad', 'rights', 'the key pattern ~lock:* is missing');
Rights::grant($server, str_replace('<user>', $user, $findings->row('rights')['advice']));
Check::same($expected, Findings::of($config)->troubles(), 'with the key pattern');
echo 'done';
?>
--EXPECT--
done
