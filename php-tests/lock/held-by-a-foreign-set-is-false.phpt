--TEST--
A key that some other program set with SET NX is a held lock and is left as it is
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$fencing = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);

// Values as other libraries write them. The last two have no lifetime, the very last is empty.
foreach ([['1', 'PX', 60000], ["\0\xff", 'EX', 60], ['worker-7'], ['']] as $words) {
    $name = Check::unique('foreign');
    $redis->call('SET', "lock:$name", ...[...$words, 'NX']);
    Check::same(false, $lock->lock($name, 0, 3600), 'lock');
    Check::same(false, $fencing->lock($name, 0, 3600), 'lock with fencing');
    Check::same(false, $lock->lock($name, 0.05, 3600, 10000), 'lock with a wait');
    Check::same(false, $lock->unlock($name), 'unlock');
    Check::same($words[0], $redis->call('GET', "lock:$name"), 'the value');
    $left = $redis->call('PTTL', "lock:$name");
    Check::true(count($words) === 1 ? $left === -1 : $left > 0 && $left <= 60000, "the lifetime ($left)");

    // The holder releases the lock in its own way.
    $redis->call('DEL', "lock:$name");
    Check::same(true, $lock->lock($name), 'lock after DEL');
}

echo 'done';
?>
--EXPECT--
done
