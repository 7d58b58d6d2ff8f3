--TEST--
In a Cluster that names ever new addresses a process keeps few connections: those that were used last, of PHP and of the renewal
--FILE--
<?php
const NODES = 100;
const KEPT = 64;

$server = RedisServer::start([
    'cluster-enabled' => 'yes',
    'user' => ['default on nopass ~* &* +@all -cluster', 'admin on >admin ~* &* +@all'],
]);
$admin = $server->client('admin', 'admin');
$admin->call('CLUSTER', 'ADDSLOTS', ...range(0, 16383));
Check::eventually(static fn (): bool => str_contains($admin->call('CLUSTER', 'INFO'), 'cluster_state:ok'), 30, 'the Cluster serves');
$seed = Proxy::to($server);
$config = ['cluster' => ["127.0.0.1:$seed->port"], 'lease' => 12, 'command_timeout' => 20, 'retry_for' => 0];
$descriptors = static fn (): int => count(scandir('/proc/self/fd'));
$before = $descriptors();

// Every name is at an address of its own. All of these addresses are ways to write that of the server.
$lock = new RedisMutexLock($config);
$names = [];
for ($i = 0; $i < NODES; $i++) {
    $names[] = $name = sprintf('n%03d', $i);
    $address = '127.0.0.' . str_repeat('0', 1 + $i) . "1:$server->port";
    $moved = "-MOVED {$admin->call('CLUSTER', 'KEYSLOT', "lock:$name")} $address\r\n";
    $seed->rule(['command' => 'SET', 'with' => "lock:$name", 'do' => 'answer', 'bytes' => $moved]);
    Check::true($lock->lock($name, 0, 60), $name);
}
Check::between(KEPT, KEPT + 5, $descriptors() - $before, 'descriptors after one lock at each address');
Check::true($lock->unlockAll(), 'unlockAll asks all addresses at once');
Check::between(0, KEPT + 5, $descriptors() - $before, 'descriptors after unlockAll');

// The renewing thread has connections of its own, and renews all locks at once.
foreach ($names as $name) {
    Check::true($lock->lock($name, 0, null), "$name: lock");
}
$renewed = static fn (): int => RedisMutexLock::stats()['renewed'];
Check::eventually(static fn (): bool => $renewed() >= 3 * NODES, 180, 'three renewals of each lock');
Check::between(0, 2 * KEPT + NODES + 10, $descriptors() - $before, 'descriptors during the renewals');
$least = PHP_INT_MAX;
Check::eventually(static function () use ($descriptors, $before, &$least): bool {
    return ($least = min($least, $descriptors() - $before)) <= 2 * KEPT + 10;
}, 60, 'descriptors between the renewals');
foreach ($names as $name) {
    Check::true($lock->isLocking($name), "$name: still held");
}
Check::same(0, RedisMutexLock::stats()['lost'], 'lost');
Check::true($lock->unlockAll(), 'unlockAll');
echo 'done';
?>
--EXPECT--
done
