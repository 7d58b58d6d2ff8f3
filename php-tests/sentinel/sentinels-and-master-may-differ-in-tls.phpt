--TEST--
Sentinels may speak TLS while the master does not, and the other way round; without a scheme of their own they have the master's
--FILE--
<?php
$master = RedisServer::start();
$context = ['cafile' => Certificates::suite()->ca];
foreach ([
    'TLS, plain' => [true, false],
    'plain, TLS' => [false, true],
    'both' => [true, true],
    'neither' => [false, false],
] as $what => [$sentinelTls, $masterTls]) {
    $port = $masterTls ? $master->tlsPort : $master->plainPort;
    $monitor = 'monitor ' . SentinelSet::SERVICE . " 127.0.0.1 $port 1";
    $sentinel = RedisServer::start(['sentinel' => $monitor], sentinel: true);
    $nodes = ['127.0.0.1:' . ($sentinelTls ? $sentinel->tlsPort : $sentinel->plainPort)];
    $scheme = static fn (bool $tls): string => $tls ? 'tls' : 'tcp';
    $own = $sentinelTls === $masterTls ? [] : ['scheme' => $scheme($sentinelTls)];
    $lock = new RedisMutexLock([
        'scheme' => $scheme($masterTls),
        'sentinel' => ['service' => SentinelSet::SERVICE, 'nodes' => $nodes] + $own,
        'name' => strtr($what, [', ' => '-']),
    ] + ($sentinelTls || $masterTls ? ['context' => $context] : []));
    Check::true($lock->lock($what, 0, 60), "$what: lock");
    Check::same($lock->token($what), $master->client()->call('GET', "lock:$what"), "$what: at the master");
    Check::true($lock->unlock($what), "$what: unlock");
}
echo 'done';
?>
--EXPECT--
done
