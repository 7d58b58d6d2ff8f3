--TEST--
unlockAll releases every lock of this object, in one round trip, and is false when one was lost
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$other = new RedisMutexLock($server->url());
$reads = static fn (): int => (int) preg_replace('/.*total_reads_processed:(\d+).*/s', '$1', $redis->call('INFO', 'stats'));

$names = array_map(static fn (int $i): string => "many:$i", range(1, 30));
// From here on the server knows the script.
$lock->lock('warm');
Check::same(true, $lock->unlockAll(), 'unlockAll of one');
$other->lock('other');
$other->lock('detached');
$redis->call('SET', 'lock:foreign', 'x');

array_map(static fn (string $name) => Check::same(true, $lock->lock($name), "lock $name"), $names);
$other->detach('detached');
$before = $reads();
Check::same(true, $lock->unlockAll(), 'unlockAll');
// One read of ours, and one for the INFO that counts.
Check::same($before + 2, $reads(), 'reads of the server');
Check::same([], $lock->held(), 'held');
$left = $redis->call('KEYS', '*');
sort($left);
Check::same(['lock:detached', 'lock:foreign', 'lock:other'], $left, 'keys that are left');

// One lock is lost: the answer is false, and the others are released.
$losses = [
    'deleted' => ['DEL', 'lock:b'],
    'stolen' => ['SET', 'lock:b', 'x', 'PX', 60000],
    'a list' => ['RENAME', 'l', 'lock:b'],
];
foreach ($losses as $way => $words) {
    $redis->call('RPUSH', 'l', 'x');
    foreach (['a', 'b', 'c'] as $name) {
        Check::same(true, $lock->lock($name), "$way: lock $name");
    }
    $redis->call(...$words);
    Check::same(false, $lock->unlockAll(), "$way: unlockAll");
    Check::same([], $lock->held(), "$way: held");
    Check::same(0, $redis->call('EXISTS', 'lock:a', 'lock:c'), "$way: the others");
    Check::same(true, $lock->unlockAll(), "$way: unlockAll again, with nothing left");
    $redis->call('DEL', 'lock:b', 'l');
}

echo 'done';
?>
--EXPECT--
done
