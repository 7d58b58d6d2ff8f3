--TEST--
Each script's first line is its contract, and the extension sends the files exactly as they are
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$folder = __DIR__ . '/../../src/protocol/mutex/';
foreach ([...glob("$folder*.lua"), ...glob("{$folder}shares/*.lua")] as $file) {
    $name = substr($file, strlen($folder), -strlen('.lua'));
    Check::same(1, preg_match("#^-- $name: .+\n#", file_get_contents($file)), "first line of $name");
}
$expected = [];
foreach (['acquire', 'adopt', 'expire', 'release'] as $name) {
    $expected[$name] = Script::text($name);
}
$known = static fn (): array => array_combine(
    array_keys($expected),
    $redis->call('SCRIPT', 'EXISTS', ...array_values(array_map(sha1(...), $expected))),
);
Check::same([0, 0, 0, 0], array_values($known()), 'before the first call');

// The other tests here run these files. This test shows that the extension runs the same files.
$lock = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);
$steps = [
    'acquire' => fn () => $lock->lock('a'),
    'expire' => fn () => $lock->expire('a', 60),
    'adopt' => fn () => $lock->adopt('a', $lock->detach('a')),
    'release' => fn () => $lock->unlock('a'),
];
foreach ($steps as $name => $step) {
    Check::same(0, $known()[$name], "$name before");
    Check::same(true, $step(), $name);
    Check::same(1, $known()[$name], "$name is known to the server by its hash");
}

// A server that forgot the scripts gets them whole again.
$redis->call('SCRIPT', 'FLUSH');
foreach ($steps as $name => $step) {
    Check::same(true, $step(), "$name after SCRIPT FLUSH");
}
Check::same([1, 1, 1, 1], array_values($known()), 'afterwards');

// Only the renewing thread uses the script renew.
$renew = Script::sha('renew');
Check::same([0], $redis->call('SCRIPT', 'EXISTS', $renew), 'renew before');
$renewed = new RedisMutexLock(['url' => $server->url(), 'lease' => 3]);
Check::true($renewed->lock('b', expire: null), 'a renewed lock');
Check::eventually(fn (): bool => $redis->call('SCRIPT', 'EXISTS', $renew) === [1], 5, 'renew is known by its hash');

// The same of shares. The class asks for `free` and `take` only where a slot moves.
$share = new RedisMutexLock($server->url());
$others = new RedisMutexLock(['url' => $server->url(), 'lease' => 3]);
$steps = [
    'acquire' => static fn () => $share->lockShared('c'),
    'expire' => static fn () => $share->expire('c', 60),
    'adopt' => static fn () => $share->adopt('c', $share->detach('c')),
    'release' => static fn () => $share->unlock('c'),
    'renew' => static fn () => $others->lockShared('d', expire: null),
];
foreach ($steps as $name => $step) {
    $sha = Script::sha("shares/$name");
    Check::same([0], $redis->call('SCRIPT', 'EXISTS', $sha), "$name of shares before");
    Check::same(true, $step(), "$name of shares");
    Check::eventually(fn (): bool => $redis->call('SCRIPT', 'EXISTS', $sha) === [1], 5, "$name of shares is known by its hash");
}
echo 'done';
?>
--EXPECT--
done
