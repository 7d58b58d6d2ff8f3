--TEST--
However many fibers ask a slow quorum, or a slow server with min_replicas, or release all their locks, few connections are open
--FILE--
<?php
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$slow = [['command' => 'SET', 'do' => 'delayReply', 'ms' => 20], ['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 20]];

$set = QuorumSet::start(3);
$proxies = array_map(static fn (RedisServer $server): Proxy => Proxy::to($server, ...$slow), $set->servers());
$ways = array_map(static fn (Proxy $proxy): array => ['host' => '127.0.0.1'] + $proxy->config(), $proxies);
$quorum = ['servers' => $ways, 'command_timeout' => 30];

$replicated = new Replication();
// Each configuration has connections of its own.
$way = static fn (Proxy $proxy): array => [...$proxy->config(), 'command_timeout' => 30];
$toMaster = Proxy::to($replicated->master, ...$slow);
$toServer = Proxy::to($replicated->master, ...$slow);

$cases = [
    'quorum' => [$quorum, $proxies],
    'min_replicas' => [[...$way($toMaster), 'min_replicas' => 1], [$toMaster]],
    'one server' => [$way($toServer), [$toServer]],
];
foreach ($cases as $what => [$config, $through]) {
    $most = 0;
    $locked = $released = 0;
    for ($i = 0; $i < 60; $i++) {
        $loop->start(static function () use ($config, $what, $i, $through, &$locked, &$released, &$most): void {
            $lock = new RedisMutexLock($config);
            foreach (['a', 'b'] as $which) {
                $locked += $lock->lock("$what $i $which", 0, 600) ? 1 : 0;
            }
            // What releases two locks is a round of two commands.
            $released += $lock->unlockAll() ? 1 : 0;
            $most = max($most, ...array_map(static fn (Proxy $proxy): int => $proxy->open(), $through));
        });
    }
    $loop->run(100);
    Check::same([120, 60], [$locked, $released], "$what: locks, and objects that have released theirs");
    Check::between(2, 16, $most, "$what: connections to one server");
}
echo "done\n";
?>
--EXPECT--
done
