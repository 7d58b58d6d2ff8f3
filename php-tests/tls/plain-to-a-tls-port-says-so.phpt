--TEST--
A plain connection to a TLS port is Unavailable in time, and the message says what to change
--FILE--
<?php
foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $server = RedisServer::start(['tls-protocols' => $version]);
    foreach ([[], ['password' => 'a long password, sent in the clear'], ['database' => 3]] as $more) {
        $config = ['port' => $server->tlsPort, 'command_timeout' => 1.5] + $more;
        $lock = new RedisMutexLock($config);
        $began = hrtime(true);
        $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'));
        Check::between(0, 2 * 1.5 + 2, (hrtime(true) - $began) / 1e9, 'seconds');
        Refusal::says($thrown->getMessage(), $config, 'TLS', 'rediss://');
    }
}
echo 'done';
?>
--EXPECT--
done
