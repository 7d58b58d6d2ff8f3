--TEST--
list() has each lock once, sorted by name: remaining time, waiters, owner and its maker, and whether this object holds it
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);
Check::same([], $lock->list(), 'nothing is locked');

// Of this object, of another one, of other libraries, without an end; names of any bytes.
Check::true($lock->lock('b', 0, 600) && $lock->lock("\xff\0\n*", 0, null) && $lock->lock('17', 0, 60), 'lock');
$other = new RedisMutexLock($server->url());
Check::true($other->lock('a', 0, 500), "another's");
$redis->call('SET', 'lock:laravel', 'aB3dE6gH9jK2mN5p', 'PX', 40_000);
$redis->call('SET', 'lock:forever', '');
$redis->call('SET', 'lock:007', "\0\xfe");
// Companions are no locks; other types are none; the prefix alone and other prefixes are none.
$redis->call('HSET', 'lock:hash', 'a', 'b');
$redis->call('RPUSH', 'lock:list', 'a');
$redis->call('SET', 'lock:', 'no name');
$redis->call('SET', 'block:a', 'x');
$redis->call('SET', 'lockXa', 'x');
$queue = new Queue($server, 'b');
$waiters = [$queue->waiter(), $queue->waiter(), $queue->waiter()];
Check::true($redis->call('EXISTS', 'lock:b:fence:{lock:b}', $queue->key) === 2, 'there are companions');

$redis->call('CONFIG', 'RESETSTAT');
$found = $lock->list();
// The server leaves out what is no string. The eighth string is the one without a name.
Check::same(8, $redis->commandstats()['get'], 'keys that were looked at');
$expected = [
    ['007', null, 0, "\0\xfe", false],
    ['17', 60, 0, $lock->token('17'), true],
    ['a', 500, 0, $other->token('a'), false],
    ['b', 600, 3, $lock->token('b'), true],
    ['forever', null, 0, '', false],
    ['laravel', 40, 0, 'aB3dE6gH9jK2mN5p', false],
    ["\xff\0\n*", 30, 0, $lock->token("\xff\0\n*"), true],
];
Check::same(array_column($expected, 0), array_column($found, 'name'), 'the names, in their order');
foreach ($found as $i => $row) {
    [$name, $remaining, $waiters_, $owner, $mine] = $expected[$i];
    $fields = ['name', 'remaining', 'waiters', 'oldest', 'shares', 'owner', 'host', 'pid', 'mine'];
    Check::same($fields, array_keys($row), "$name: the fields");
    $made = strlen($owner) === 32 ? [substr(strtolower(gethostname()), -6), getmypid()] : [null, null];
    Check::same($made, [$row['host'], $row['pid']], "$name: who made the token");
    Check::same($waiters_ > 0, $row['oldest'] !== null, "$name: how long the first has waited");
    Check::same([$name, $waiters_, $owner, $mine], [$row['name'], $row['waiters'], $row['owner'], $row['mine']], "$name: the row");
    $remaining === null ? Check::same(null, $row['remaining'], "$name: no end")
        : Check::true(is_float($row['remaining']) && $row['remaining'] <= $remaining && $row['remaining'] > $remaining - 20, "$name: remaining");
}
Check::true(array_is_list($found), 'a list');
// Of another object nothing is its own but what it holds.
Check::same(['a'], array_column(array_filter($other->list(), fn (array $row): bool => $row['mine']), 'name'), "another object's");

// The waiters go one after the other.
foreach ($waiters as $i => $waiter) {
    $i === 0 ? Check::true($lock->unlock('b'), 'unlock') : $waiters[$i - 1]->tell('unlock');
    $i === 0 || $waiters[$i - 1]->expect('released');
    $waiter->expect('granted', 20);
    [$row] = $lock->list('b');
    Check::same(['b', 2 - $i, $queue->holder(), false], [$row['name'], $row['waiters'], $row['owner'], $row['mine']], "handed over, $i");
}
$waiters[2]->tell('unlock');
$waiters[2]->expect('released');
foreach ($waiters as $waiter) {
    $waiter->tell('end');
    $waiter->finish();
}
Check::same([], $lock->list('b'), 'free');
// A key in the place of a queue that is none counts nobody.
$redis->call('SET', 'lock:a:queue:{lock:a}', 'x');
Check::same([0, 0], array_column($lock->list('a*'), 'waiters'), 'a foreign companion');
Check::same(['a', 'a:queue:{lock:a}'], array_column($lock->list('a*'), 'name'), 'a string in the place of a companion is a lock');
echo "done\n";
?>
--EXPECT--
done
