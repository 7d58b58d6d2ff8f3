--TEST--
No wait asks the server to block for less than 2 ms, which Redis 6.2 may take for a time without end
--FILE--
<?php
$server = RedisServer::shared();
$proxy = Proxy::to($server);
$name = Check::unique('short');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($name, expire: 60), 'held');
$lock = new RedisMutexLock(['url' => $proxy->url()]);
for ($timeout = 1; $timeout <= 30; $timeout++) {
    Check::same(false, $lock->lock($name, $timeout / 1000, sleep: 1000 * ($timeout % 7 + 1)), "a wait of $timeout ms");
}
$blocked = array_filter($proxy->log(), static fn (array $one): bool => ($one['words'][0] ?? '') === 'BLPOP');
Check::true($blocked !== [], 'a wait sleeps in the server');
foreach ($blocked as $one) {
    Check::between(0.002, 0.03, (float) $one['words'][2], 'seconds of a BLPOP');
}
echo "done\n";
?>
--EXPECT--
done
