--TEST--
A name is 1 to 4096 bytes, any bytes, and the key is exactly lock_prefix and name
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$u = Check::unique('n');
$names = [
    "$u\0with\0NUL", "\xff\xfe\x80$u", "$u \r\n\t", "$u{tag}", '{' . $u, '{}' . $u, "$u:*?[a]", "锁-$u", "$u\"quoted'", "$u%s%n",
    str_pad($u, 4096, 'x'), str_pad($u, 4096, "\0"),
];
foreach (['lock:', '', "p\0\xff:", 'shop:{lock}:'] as $prefix) {
    $lock = new RedisMutexLock(['url' => $server->url(), 'lock_prefix' => $prefix]);
    $two = new RedisMutexLock(['url' => $server->url(), 'lock_prefix' => $prefix]);
    foreach ($names as $name) {
        $what = json_encode(substr("$prefix$name", 0, 60), JSON_INVALID_UTF8_SUBSTITUTE);
        Check::same(true, $lock->lock($name), "lock $what");
        Check::same($lock->token($name), $redis->call('GET', $prefix . $name), "key $what");
        Check::same(false, $two->lock($name), "another's lock $what");
        Check::same([$name], $lock->held(), "held $what");
        Check::same(true, $lock->isLocking($name), "isLocking $what");
        Check::same(true, $lock->expire($name, 60), "expire $what");
        Check::same(true, $lock->adopt($name, $lock->detach($name)), "adopt $what");
        Check::same(true, $lock->unlock($name), "unlock $what");
        Check::same(0, $redis->call('EXISTS', $prefix . $name), "key after unlock $what");
    }
}

// Names that begin alike are different ones, up to the last byte.
$lock = new RedisMutexLock($server->url());
foreach ([$u, "$u\0", "$u\0\0", $u . "a", strtoupper($u)] as $i => $name) {
    Check::same(true, $lock->lock($name), "lock $i");
}

echo 'done';
?>
--EXPECT--
done
