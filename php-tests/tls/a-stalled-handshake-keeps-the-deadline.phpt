--TEST--
A handshake that stalls at any point costs one deadline, and the message says how long was waited
--FILE--
<?php
$cases = [];
foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $server = RedisServer::start(['tls-protocols' => $version]);
    // The server's part is about 1,200 bytes long. The client's first record is longer than 200 bytes.
    foreach (['server' => [0, 1, 5, 60, 127, 128, 133, 600, 1_000], 'client' => [0, 1, 5, 200]] as $from => $places) {
        foreach ($places as $after) {
            $cases["$version, $after bytes of the $from"] = [$server, $from, $after];
        }
    }
}
Together::each($cases, static function (array $case): void {
    [$server, $from, $after] = $case;
    $proxy = BlindProxy::to($server, ['from' => $from, 'after' => $after, 'do' => 'stall']);
    $config = $proxy->tlsConfig() + ['command_timeout' => 0.3];
    $lock = new RedisMutexLock($config);
    $began = hrtime(true);
    $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'));
    $seconds = (hrtime(true) - $began) / 1e9;
    Check::between(0.295, 0.3 + 2, $seconds, 'seconds');
    Refusal::says($thrown->getMessage(), $config, 'TLS', '300 ms');
});
echo 'done';
?>
--EXPECT--
done
