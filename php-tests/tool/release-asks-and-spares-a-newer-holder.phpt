--TEST--
redis-lock release says who holds the lock and asks, refuses without a terminal and without --yes, and never releases a newer holder
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('release') . '-[*?]';
$words = ['release', $name, "--url={$server->url()}"];
$held = static fn (): int => $redis->call('EXISTS', "lock:$name");
(new LockTool([...$words, '--yes']))->ends(1, 'free');

$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($name, 0, 600), 'locked');
$tool = new LockTool($words);
Check::same('', $tool->ends(64, 'no terminal'), 'output');
Check::true(str_contains($tool->stderr(), 'There is no terminal to ask. Give --yes'), $tool->stderr());
foreach (["\n", "n\n", "yesterday\n", "\x04"] as $answer) {
    $tool = new LockTool($words, columns: 200);
    $asked = $tool->reads('[y/N] ');
    Check::same(1, preg_match('/The lock "' . preg_quote($name) . '" is held by .*; it ends in [56]\d\d\.\d s unless it is renewed; 0 waiting\./', $asked), $asked);
    $tool->types($answer);
    $tool->ends(1, "the answer $answer");
    Check::true(str_contains($tool->output, 'Nothing was released.'), $tool->output);
    Check::same(1, $held(), 'it is held');
}
// A newer holder comes while the question stands.
$tool = new LockTool($words, columns: 200);
$tool->reads('[y/N] ');
$redis->call('SET', "lock:$name", 'another');
$tool->types("y\n");
$tool->ends(1, 'a newer holder');
Check::true(str_contains($tool->output, 'That owner holds'), $tool->output);
Check::same('another', $redis->call('GET', "lock:$name"), 'the newer holder');
$tool = new LockTool($words, columns: 200);
Check::true(str_contains($tool->reads('[y/N] '), 'is held by another library; it has no end; 0 waiting'), 'another library');
$tool->types("y\n");
$tool->ends(0, 'yes');
Check::same(0, $held(), 'released');
// The first waiter gets it.
$queue = new Queue($server, $name);
$redis->call('SET', "lock:$name", 'another', 'PX', 600_000);
$waiter = $queue->waiter();
$said = (new LockTool([...$words, '--yes']))->ends(0, '--yes');
Check::same(1, preg_match('/is held by another library; it ends in \d+\.\d s unless it is renewed; 1 waiting\.\nReleased\.\n$/', $said), $said);
$waiter->expect('granted');
$waiter->tell('end');
$waiter->finish();
// A name that nobody holds may be a wrong one.
$plain = Check::unique('wrong');
foreach ([
    "lock:$plain" => 'The prefix "lock:" is added to each name, so leave it out.',
    "$plain*" => 'a pattern is for: redis-lock list',
    $plain => 'If it is held under another prefix, database or server',
] as $wrong => $hint) {
    $tool = new LockTool(['release', $wrong, '--yes', "--url={$server->url()}"]);
    $tool->ends(1, $wrong);
    Check::true(str_contains($tool->stderr(), "The lock \"$wrong\" is free below the prefix \"lock:\" at ") && str_contains($tool->stderr(), $hint), $tool->stderr());
}
// What is no lock stays.
$redis->call('RPUSH', "lock:$name-list", 'x');
$redis->call('SET', "lock:$name-value", str_repeat('x', 5000));
$redis->call('SET', "lock:$name-empty", '');
foreach (["$name-list", "$name-value", "$name-empty"] as $other) {
    $tool = new LockTool(['release', $other, '--yes', "--url=redis://127.0.0.1:$server->plainPort/0"]);
    $tool->ends(1, $other);
    $ask = "redis-cli -h 127.0.0.1 -p $server->plainPort -n 0";
    Check::true(str_contains($tool->stderr(), "The key \"lock:$other\" holds no owner token"), $tool->stderr());
    Check::true(str_contains($tool->stderr(), "$ask TYPE 'lock:$other'") && str_ends_with($tool->stderr(), "$ask DEL 'lock:$other'\n"), $tool->stderr());
    Check::same(1, $redis->call('DEL', "lock:$other"), "$other stays");
}
echo 'done';
?>
--EXPECT--
done
