--TEST--
redis-lock list prints a table of names, holders, remaining times and waiters, as a pattern chooses them, or one JSON document of what list() gives
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$url = "--url={$server->url()}";
$list = static fn (string ...$words): string => (new LockTool(['list', $url, ...$words]))->ends(0, implode(' ', $words));
Check::true(str_starts_with($list(), 'No lock is held below the prefix "lock:"'), 'no lock');
Check::same("[]\n", $list('--json'), 'no lock in JSON');

$lock = new RedisMutexLock($server->url());
Check::true($lock->lock('order:42', 0, 600), 'locked');
$queue = new Queue($server, 'order:42');
$waiter = $queue->waiter();
$redis->call('SET', "lock:evil\e[31m\n\u{202e}\xff", 'another');
$redis->call('SET', 'lock:发货', 'another', 'PX', 90_000);
$lines = explode("\n", $list());
Check::same(1, preg_match('/^Name +Held by +Remaining +Waiting +Oldest$/', $lines[0]), $lines[0]);
Check::same(1, preg_match('/^evil\\\\033\[31m\\\\n\\\\342\\\\200\\\\256\\\\377  another library +no end +0$/', $lines[1]), "control bytes: $lines[1]");
Check::same(1, preg_match('/^order:42  .* +[56]\d\d\.\d s +1( +\d+\.\d s)?$/', $lines[2]), $lines[2]);
Check::same(1, preg_match('/^发货 +another library +[89]\d\.\d s +0$/u', $lines[3]), $lines[3]);
Check::same(['', 4], [$lines[4], count($lines) - 1], 'lines');
// A Chinese character takes two columns.
Check::same(strpos($lines[0], 'Held by'), strpos($lines[3], 'another') - strlen('发货') + 4, 'columns');
Check::same(2, substr_count($list('order:*'), "\n"), 'a pattern');

$printed = json_decode($list('order:*', '--json'), true, flags: JSON_THROW_ON_ERROR);
[$held] = $lock->list('order:*');
// Times go on, and another object holds it there.
foreach (['remaining', 'oldest', 'mine'] as $field) {
    unset($printed[0][$field], $held[$field]);
}
Check::same([$held], $printed, 'JSON');
Check::same(3, count(json_decode($list('--json'), true, flags: JSON_THROW_ON_ERROR)), 'all in JSON');
Check::same(0, preg_match('/[^\x20-\x7e\n]/', $list('--json')), 'JSON has no control characters');
$waiter->kill();
// A person copies a name, so a terminal cuts nothing, and neither does a pipe.
$long = str_repeat('long-', 50);
$redis->call('SET', "lock:$long", 'another');
Check::true(str_contains((new LockTool(['list', $url], columns: 40))->ends(0, 'in a terminal'), $long), 'a long name');
// A name with a backslash never looks like one with a control byte.
$server->client()->call('FLUSHALL');
$redis->call('SET', "lock:a\n", 'another');
$redis->call('SET', 'lock:a\n', 'another');
$lines = explode("\n", $list());
Check::same(['a\n ', 'a\\\\n '], [substr($lines[1], 0, 4), substr($lines[2], 0, 5)], 'names');
echo 'done';
?>
--EXPECT--
done
