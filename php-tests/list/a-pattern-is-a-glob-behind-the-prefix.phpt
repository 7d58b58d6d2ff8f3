--TEST--
list() takes a glob for the names; the prefix is no glob, whatever its bytes; an empty prefix means every string
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$names = static fn (RedisMutexLock $lock, mixed ...$arguments): array => array_column($lock->list(...$arguments), 'name');

$lock = new RedisMutexLock($server->url());
$all = ['*', 'a', 'ab', 'abc', 'b', 'order:1', 'order:12', 'x[y]', '\\'];
sort($all, SORT_STRING);
foreach ($all as $name) {
    Check::true($lock->lock($name, 0, 600), "lock of $name");
}
Check::same($all, $names($lock), 'the default');
foreach ([
    '*' => $all, 'a' => ['a'], 'a*' => ['a', 'ab', 'abc'], 'a?' => ['ab'], '[ab]' => ['a', 'b'], '[^a]' => ['*', '\\', 'b'], '[a-b]' => ['a', 'b'],
    'order:*' => ['order:1', 'order:12'], '\\*' => ['*'], '\\\\' => ['\\'], 'x\\[y\\]' => ['x[y]'], 'none*' => [],
] as $pattern => $expected) {
    Check::same($expected, $names($lock, (string) $pattern), "the pattern $pattern");
}
Check::same(['a'], $names($lock, pattern: 'a'), 'by name');
Check::same($names($lock), $names($lock, limit: 1000), 'the limit by name');
Check::same([], $names($lock, str_repeat('?', 4096)), 'the longest pattern');

// Each prefix finds its own locks and no others.
$prefixes = ['a*b:', '?', '[ab]', '[^a]', 'a\\', '\\', 'a-z', "\0\xff", 'lock:{x}:', '*', '**', ']', '^', 'a', 'app:lock:'];
$server2 = RedisServer::start();
$redis2 = $server2->client();
foreach ($prefixes as $i => $prefix) {
    $redis2->call('SET', $prefix . "\1$i", 'somebody');
}
foreach ($prefixes as $i => $prefix) {
    $own = new RedisMutexLock(['url' => $server2->url(), 'lock_prefix' => $prefix]);
    Check::same(["\1$i"], $names($own, "\1*"), 'the prefix ' . json_encode($prefix, JSON_INVALID_UTF8_SUBSTITUTE));
}
$any = new RedisMutexLock(['url' => $server2->url(), 'lock_prefix' => '']);
Check::same(count($prefixes), count($any->list()), 'every string of the database');
Check::same(['app:lock:' . "\1" . '14'], $names($any, 'app:lock:*'), 'an empty prefix, and the pattern has it');
// Another database is another matter.
Check::same([], (new RedisMutexLock($server->url(3)))->list(), 'another database');
echo "done\n";
?>
--EXPECT--
done
