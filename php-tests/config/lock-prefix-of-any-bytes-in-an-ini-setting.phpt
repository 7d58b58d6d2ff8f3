--TEST--
A lock_prefix from ini_set keeps all of its bytes, with a NUL and bytes that are not UTF-8
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
foreach (["a\0b:", "\0", "a\0", "\xff\0\xfe{tag}:", str_repeat("\0", 1024)] as $prefix) {
    $shown = substr(addcslashes($prefix, "\0..\37\177..\377"), 0, 40);
    Check::true(ini_set('redis_mutex_lock.lock_prefix', $prefix) !== false, "$shown: ini_set");
    Check::same($prefix, ini_get('redis_mutex_lock.lock_prefix'), "$shown: ini_get");
    // A URL alone gets the prefix from there, and so does an array without a prefix.
    foreach ([$server->url(), ['url' => $server->url(), 'fencing' => false]] as $i => $config) {
        $lock = new RedisMutexLock($config);
        Check::true($lock->lock("n$i", 0, 60), "$shown: lock");
        Check::same([$prefix . "n$i"], $redis->call('KEYS', '*'), "$shown: keys");
        Check::true($lock->unlock("n$i"), "$shown: unlock");
    }
}
ini_set('redis_mutex_lock.lock_prefix', str_repeat("\0", 1025));
Check::throws(
    ValueError::class,
    fn () => new RedisMutexLock($server->url()),
    'the ini setting redis_mutex_lock.lock_prefix must be at most 1024 bytes, 1025 given',
);
ini_restore('redis_mutex_lock.lock_prefix');
$lock = new RedisMutexLock($server->url());
Check::true($lock->lock('n'), 'lock');
Check::same(['lock:n'], $redis->call('KEYS', '*'), 'restored');
echo "done\n";
--EXPECT--
done
