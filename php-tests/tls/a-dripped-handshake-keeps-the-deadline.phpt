--TEST--
A handshake that comes byte by byte keeps the deadline, and succeeds if the deadline is long enough
--FILE--
<?php
foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $server = RedisServer::start(['tls-protocols' => $version]);
    foreach (['server', 'client'] as $from) {
        // Far more than a second in all. Each byte comes long before any timeout of a single read.
        $slow = BlindProxy::to($server, ['from' => $from, 'do' => 'drip', 'ms' => 5]);
        $lock = new RedisMutexLock($slow->tlsConfig() + ['command_timeout' => 0.4]);
        $began = hrtime(true);
        Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'), 'within 400 ms');
        Check::between(0.395, 0.4 + 2, (hrtime(true) - $began) / 1e9, "$version, bytes of the $from: seconds");

        $quick = BlindProxy::to($server, ['from' => $from, 'do' => 'drip', 'ms' => 0.05]);
        $lock = new RedisMutexLock($quick->tlsConfig() + ['command_timeout' => 60]);
        Check::true($lock->lock('a', 0, 60) && $lock->isLocking('a') && $lock->unlock('a'), "$version, bytes of the $from");
        Check::same([1, 1], [$quick->accepted(), $quick->handshakes()], 'connections and handshakes');
    }
}
echo 'done';
?>
--EXPECT--
done
