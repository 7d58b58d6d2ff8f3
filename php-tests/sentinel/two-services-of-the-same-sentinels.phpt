--TEST--
Two services of the same sentinels are two masters, and exclude nobody at each other
--FILE--
<?php
$masters = ['shop' => RedisServer::start(), 'till' => RedisServer::start()];
$monitor = static fn (string $service): string => "monitor $service 127.0.0.1 {$masters[$service]->port} 1";
$sentinel = RedisServer::start(['sentinel' => array_map($monitor, array_keys($masters))], sentinel: true);
$locks = [];
foreach ($masters as $service => $master) {
    $config = SentinelSet::asking([$sentinel]);
    $config['sentinel']['service'] = $service;
    $locks[$service] = new RedisMutexLock($config);
    Check::true($locks[$service]->lock('a', 0, 60), "$service: lock");
    Check::same($locks[$service]->token('a'), $master->client()->call('GET', 'lock:a'), "$service: at its master");
}
foreach ($locks as $service => $lock) {
    Check::true($lock->unlock('a'), "$service: unlock");
}
echo 'done';
?>
--EXPECT--
done
