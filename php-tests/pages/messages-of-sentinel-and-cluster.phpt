--TEST--
The page of Sentinel and Cluster has the messages of calls that fail there, in both languages, and no other
--FILE--
<?php
/** @return list<string> the messages in the first column of the table under this heading */
function messages(string $path, string $heading): array
{
    $page = new Page(dirname(__DIR__, 2), $path);
    Check::same(1, preg_match("/^## $heading\n(.*)/ms", $page->text, $section), "$path has '$heading'");
    preg_match_all('/^\| (`.*?`) \|/m', $section[1], $cells);
    preg_match_all('/`([^`]+)`/', implode("\n", $cells[1]), $spans);

    return $spans[1];
}

$documented = messages('docs/sentinel-and-cluster.md', 'See what happens');
Check::same($documented, messages('docs/zh-CN/sentinel-and-cluster.md', '查看发生了什么'), 'the Chinese page');

$failure = static function (array $config, string $name = 'a', int|float $timeout = 0): string {
    $lock = new RedisMutexLock($config + ['command_timeout' => 5, 'retry_for' => 0]);

    return Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name, $timeout, 60))->getMessage();
};
$service = static fn (array $nodes, array $more = []): array => [
    'sentinel' => ['service' => 'mymaster', 'nodes' => $nodes] + $more,
];
$at = static fn (RedisServer|FakeSentinel $server): string => "127.0.0.1:$server->port";

$sentinels = SentinelSet::shared();
$sentinel = $at($sentinels->sentinels()[0]);
$dead = '127.0.0.1:' . Port::free();
$replica = $sentinels->replicas()[0];
// A fake one ends with its object.
$fakes = [FakeSentinel::that('answer', bytes: "+OK\r\n"), FakeSentinel::naming($replica)];
$messages = [
    $failure($service([$dead])),
    $failure($service([$sentinel])),
    $failure($service([$sentinel, $dead])),
    $failure($service([$sentinel], ['password' => 'wrong'])),
    $failure($service([$at($replica)])),
    $failure($service([$at($fakes[0])])),
    $failure($service([$at($fakes[1])])),
    $failure($sentinels->config(['min_replicas' => 3])),
    $failure(['port' => $replica->port]),
];

$cluster = ClusterSet::shared();
$node = $cluster->masters()[0];
$messages[] = $failure(['port' => $node->port], $cluster->name('messages', $cluster->masters()[1]));
$messages[] = $failure(['cluster' => [$at(RedisServer::shared())]]);

$half = RedisServer::start(['cluster-enabled' => 'yes']);
$slot = $half->client()->call('CLUSTER', 'KEYSLOT', 'lock:a');
$half->client()->call('CLUSTER', 'ADDSLOTS', $slot);
foreach (['a', 'b'] as $name) {
    $messages[] = $failure(['cluster' => [$at($half)]], $name);
}

$name = Check::unique('messages');
$held = new RedisMutexLock($cluster->config());
Check::true($held->lock($name, 0, 60), 'lock');
$move = $cluster->moving("lock:$name");
$move->begin();
$messages[] = $failure($cluster->config(), $name, 1);
$user = ['username' => Check::unique('user'), 'password' => 'secret'];
foreach ($cluster->nodes() as $each) {
    $each->client()->call('ACL', 'SETUSER', $user['username'], 'on', '>secret', '~*', '+@all', '-asking');
}
$move->move("lock:$name");
$messages[] = $failure($cluster->config($user), $name);
foreach ($cluster->nodes() as $each) {
    $each->client()->call('ACL', 'DELUSER', $user['username']);
}
$move->reset();

[$one, $two] = [Proxy::to($node), Proxy::to($node)];
foreach ([[$one, $two], [$two, $one]] as [$from, $to]) {
    $from->rule(['command' => 'SET', 'do' => 'answer', 'bytes' => "-MOVED 5 127.0.0.1:$to->port\r\n"]);
}
$messages[] = $failure(['cluster' => ["127.0.0.1:$one->port"]]);
// It knows no other node that could be asked.
$lonely = RedisServer::start(['cluster-enabled' => 'yes']);
$nowhere = Proxy::to($lonely, ['command' => 'SET', 'do' => 'answer', 'bytes' => "-MOVED 5 no host:7000\r\n"]);
$messages[] = $failure(['cluster' => ["127.0.0.1:$nowhere->port"]]);
$mute = RedisServer::start(['cluster-enabled' => 'yes', 'rename-command' => 'HELLO ""']);
// Redis 6.2 has other quotes.
$messages[] = str_replace('`', "'", $failure(['cluster' => [$at($mute)]]));

// The target of a move sends back, or is dead.
foreach ([Proxy::to($node), null] as $target) {
    $source = Proxy::to($node);
    $to = $target === null ? $dead : "127.0.0.1:$target->port";
    $source->rule(['command' => 'CLUSTER SLOTS', 'do' => 'answer', 'bytes' => "-NOPERM no map\r\n"]);
    $source->rule(['command' => 'SET', 'do' => 'answer', 'bytes' => "-ASK 5 $to\r\n"]);
    $target?->rule(['command' => 'SET', 'do' => 'answer', 'bytes' => "-MOVED 5 127.0.0.1:$source->port\r\n"]);
    $messages[] = $failure(['cluster' => ["127.0.0.1:$source->port"]]);
}

$pattern = static function (string $message): string {
    $quoted = str_replace('…', '.*', preg_quote($message, '/'));

    return '/' . preg_replace('/\d+/', '\d+', $quoted) . '/';
};
foreach ($documented as $message) {
    Check::true(preg_grep($pattern($message), $messages) !== [], "a call fails with: $message");
}
foreach ($messages as $message) {
    $fits = static fn (string $known): bool => preg_match($pattern($known), $message) === 1;
    Check::true(array_filter($documented, $fits) !== [], "the page has: $message");
}
echo "done\n";
?>
--EXPECT--
done
