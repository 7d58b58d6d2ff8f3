--TEST--
With await_release off, unlock, release and unlockAll return true while nothing answers, and the server executes them
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$ways = ['port' => fn () => Proxy::to($server)];
if (!Pass::isTls()) {
    $ways['Unix socket'] = fn () => Proxy::toSocket($server);
}
foreach ($ways as $way => $make) {
    $proxy = $make();
    $config = $proxy->socket === '' ? $proxy->config() : ['path' => $proxy->socket];
    $lock = Ahead::object($config + ['command_timeout' => 30]);
    foreach (['unlock', 'release', 'unlockAll'] as $method) {
        $names = array_map(fn (int $i): string => Check::unique("$method-$i"), range(1, $method === 'unlockAll' ? 20 : 1));
        foreach ($names as $name) {
            Check::true($lock->lock($name, 0, 60), "$way, $method: lock");
        }
        $keys = array_map(fn (string $name): string => "lock:$name", $names);
        $proxy->pause();
        $began = hrtime(true);
        Check::true($method === 'unlockAll' ? $lock->unlockAll() : $lock->$method($names[0]), "$way, $method");
        Check::between(0, 15, (hrtime(true) - $began) / 1e9, "$way, $method: seconds, of 30 for an answer");
        Check::same([[], null], [$lock->held(), $lock->token($names[0])], "$way, $method: nothing is held");
        Check::same(count($keys), $redis->call('EXISTS', ...$keys), "$way, $method: the server has heard of nothing");
        $proxy->resume();
        Check::eventually(fn (): bool => $redis->call('EXISTS', ...$keys) === 0, 10, "$way, $method: released");
        Check::same(false, $lock->unlock($names[0]), "$way, $method: the second time");
    }
    // Two messages a pair: the grant and the release.
    $before = count($proxy->log());
    $name = Check::unique('pairs');
    for ($i = 0; $i < 50; $i++) {
        Check::true($lock->lock($name, 0, 60) && $lock->unlock($name), "$way: pair $i");
    }
    Check::same(false, $lock->isLocked($name), "$way: after the pairs");
    Check::same(101, count($proxy->log()) - $before, "$way: commands of 50 pairs and a look");
    Check::same(1, $proxy->accepted(), "$way: connections");
}
echo "done\n";
?>
--EXPECT--
done
