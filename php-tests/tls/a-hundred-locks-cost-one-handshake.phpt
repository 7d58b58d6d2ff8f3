--TEST--
A hundred locks with 5 ms between them: one connection, one handshake
--FILE--
<?php
foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $server = RedisServer::start(['tls-protocols' => $version]);
    $proxy = BlindProxy::to($server);
    for ($i = 0; $i < 100; $i++) {
        // Objects come and go, the connection stays.
        $lock = new RedisMutexLock($proxy->tlsConfig());
        Check::true($lock->lock('a', 0, 60) && $lock->unlock('a'), "$version: pair $i");
        unset($lock);
        usleep(5_000);
    }
    Check::same([1, 1], [$proxy->accepted(), $proxy->handshakes()], "$version: connections and handshakes");
}
echo 'done';
?>
--EXPECT--
done
