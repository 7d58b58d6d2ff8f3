--TEST--
lock() with a token is false at once and sends nothing while this object holds the name, whatever the token
--FILE--
<?php
$proxy = Proxy::to(RedisServer::shared());
$name = Check::unique('held');
$lock = new RedisMutexLock($proxy->url());
$token = RedisMutexLock::generateToken();
Check::true($lock->lock($name, 0, 600, token: $token), 'lock');
$before = count($proxy->log());
foreach ([0, 300, null] as $timeout) {
    foreach ([$token, RedisMutexLock::generateToken(), null] as $given) {
        $began = hrtime(true);
        Check::same(false, $lock->lock($name, $timeout, 600, 100, $given), 'lock again');
        Check::between(0, 10, (hrtime(true) - $began) / 1e9, 'seconds');
    }
}
Check::same($before, count($proxy->log()), 'commands');
Check::same($token, $lock->token($name), 'the token stays');
Check::true($lock->unlock($name), 'unlock');
echo "done\n";
?>
--EXPECT--
done
