--TEST--
A handshake that is cut or reset at any point is Unavailable at once, and a wait goes on
--FILE--
<?php
foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $server = RedisServer::start(['tls-protocols' => $version]);
    foreach (['cut', 'reset'] as $do) {
        foreach (['server' => [0, 1, 5, 60, 127, 128, 133, 600, 1_000], 'client' => [0, 1, 5, 200]] as $from => $places) {
            foreach ($places as $after) {
                $proxy = BlindProxy::to($server, ['from' => $from, 'after' => $after, 'do' => $do]);
                $config = $proxy->tlsConfig() + ['command_timeout' => 10, 'retry_for' => 60];
                $lock = new RedisMutexLock($config);
                $began = hrtime(true);
                $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'));
                Check::between(0, 9, (hrtime(true) - $began) / 1e9, "$version, $do after $after bytes of the $from: seconds");
                Refusal::says($thrown->getMessage(), $config, 'cannot be reached');
                // The same trouble again, and then no more.
                $proxy->clear();
                $proxy->rule(['connection' => $proxy->accepted() + 1, 'from' => $from, 'after' => $after, 'do' => $do]);
                Check::true($lock->lock('a', 30) && $lock->unlock('a'), "$version, $do after $after bytes of the $from: a wait");
            }
        }
    }
}
echo 'done';
?>
--EXPECT--
done
