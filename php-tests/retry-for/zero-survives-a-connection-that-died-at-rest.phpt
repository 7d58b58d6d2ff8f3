--TEST--
With retry_for 0 a connection that was closed between two calls is replaced without an exception
--FILE--
<?php
$proxy = Proxy::to(RedisServer::shared());
$lock = new RedisMutexLock(['url' => $proxy->url(), 'retry_for' => 0]);
foreach ([0, 5, null] as $timeout) {
    Check::true($lock->lock($name = Check::unique('a'), $timeout, 60), 'before');
    Check::true($lock->unlock($name), 'unlock');
    $accepted = $proxy->accepted();
    $proxy->drop();
    Check::true($lock->lock($name, $timeout, 60), 'after');
    Check::same($accepted + 1, $proxy->accepted(), 'one new connection');
    Check::true($lock->unlock($name), 'unlock after it');
}
echo "done\n";
?>
--EXPECT--
done
