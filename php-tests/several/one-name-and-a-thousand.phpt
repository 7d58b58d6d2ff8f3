--TEST--
lockAll() takes one name and a thousand, which may stand twice and in any order, and one that is held leaves all the others free
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
[$lock, $other] = [new RedisMutexLock([...$server->config(), 'command_timeout' => 10]), new RedisMutexLock($server->url())];
Check::true($lock->lockAll(['alone'], 0, 60) && $lock->unlockAll(), 'one name');
Check::same(7, $lock->synchronizedAll(['alone', 'alone'], static fn (): int => 7), 'one name that stands twice');

mt_srand(7);
$names = array_map(static fn (int $i): string => "n$i", range(1, 1000));
$sorted = $names;
sort($sorted, SORT_STRING);
foreach ([60, null] as $expire) {
    $what = $expire === null ? 'renewed' : 'fixed';
    shuffle($names);
    Check::true($lock->lockAll([...$names, ...array_slice($names, 0, 300)], 60, $expire), "$what: a thousand");
    Check::same([$sorted, 1000], [$lock->held(), $redis->call('DBSIZE')], "$what: what is held");
    foreach (array_slice($names, 0, 50) as $name) {
        Check::same($lock->token($name), $redis->call('GET', "lock:$name"), "$what: whose $name is");
        // All leases begin at the end of the call, so they end together.
        $expire === null || Check::between(45.0, 60.0, $lock->remaining($name), "$what: seconds of $name");
    }
    Check::same(false, $other->lockAll(array_reverse($names)), "$what: nobody else gets them");
    Check::true($lock->unlockAll(), "$what: released");
    Check::same([[], 0], [$lock->held(), $redis->call('DBSIZE')], "$what: nothing is left");
}
// One is held, the last one in the order of the bytes: those before it are acquired, and given back in one round.
$last = end($sorted);
Check::true($other->lock($last, 0, 600), 'held');
$proxy = Proxy::to($server);
$behind = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 10]);
foreach ([0, 0.1] as $timeout) {
    $before = count($proxy->log());
    Check::same(false, $behind->lockAll($names, $timeout, 60), "a wait of $timeout s: refused");
    Check::same([[], ["lock:$last"]], [$behind->held(), $redis->call('KEYS', 'lock:*')], "a wait of $timeout s: what is left");
    $asked = array_slice($proxy->log(), $before);
    // A wait that is over begins no further name.
    $sets = array_filter($asked, static fn (array $seen): bool => $seen['words'][0] === 'SET');
    $granted = array_diff(array_column(array_column($sets, 'words'), 1), ["lock:$last"]);
    Check::true($timeout > 0 || count($granted) === 999, "a wait of $timeout s: names that were acquired");
    $releases = array_keys(array_filter($asked, static fn (array $seen): bool => in_array(Script::sha('release'), $seen['words'], true)));
    // A script that the server does not know is sent again.
    Check::between(count($granted), 2 * count($granted), count($releases), "a wait of $timeout s: releases");
    Check::true(max(array_keys($sets)) < min($releases), "a wait of $timeout s: they come behind all names");
}
Check::true($other->unlock($last) && $behind->lockAll($names, 60, 60) && $behind->unlockAll(), 'all of them, when it is free');
Check::same(0, $redis->call('DBSIZE'), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
