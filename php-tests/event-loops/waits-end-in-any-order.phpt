--TEST--
Waits of several fibers for several names end in any order, each with its own connection and answer
--FILE--
<?php
$server = RedisServer::start();
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
mt_srand(7);
for ($round = 0; $round < 5; $round++) {
    $holders = $granted = [];
    for ($i = 0; $i < 12; $i++) {
        $name = "round-$round-$i";
        $holders[$name] = new RedisMutexLock($server->url());
        Check::true($holders[$name]->lock($name, 0, 60), 'held');
        $loop->start(function () use ($server, $name, &$granted): void {
            $lock = new RedisMutexLock($server->url());
            Check::true($lock->lock($name, 60, 60, 60_000_000), "granted: $name");
            Check::same([$name], $lock->held(), "held: $name");
            $granted[] = $name;
            Check::true($lock->unlock($name), "released: $name");
        });
    }
    $names = array_keys($holders);
    shuffle($names);
    $loop->start(function () use ($loop, $holders, $names, &$granted): void {
        $loop->sleep(0.05);
        foreach ($names as $at => $name) {
            Check::true($holders[$name]->unlock($name), "unlock of $name");
            while (count($granted) === $at) {
                $loop->sleep(0.002);
            }
        }
    });
    $loop->run();
    Check::same($names, $granted, 'the order of the grants is that of the releases');
}
Check::same([], $server->client()->call('KEYS', '*'), 'no key is left');
echo "done\n";
?>
--EXPECT--
done
