--TEST--
A server that restarts with its data, or is a replica for a while, has lost no lease: renewal goes on
--FILE--
<?php
$server = RedisServer::start(['appendonly' => 'yes', 'appendfsync' => 'always']);
$lease = 4;
$lock = new RedisMutexLock([...$server->config(), 'lease' => $lease]);
$lost = 0;
$lock->onLost(function () use (&$lost): void { $lost++; });
Check::true($lock->lock('a', expire: null), 'lock');
$token = $lock->token('a');
$ways = [
    'stopped and started' => fn () => $server->restart(),
    'killed and started' => fn () => $server->restart(kill: true),
    'a replica for a while' => function () use ($server, $lock): void {
        $server->client()->call('REPLICAOF', '127.0.0.1', 1);
        $errors = RedisMutexLock::stats()['renewal_errors'];
        Check::eventually(fn (): bool => RedisMutexLock::stats()['renewal_errors'] > $errors, 5, 'renewal is refused there');
        $server->client()->call('REPLICAOF', 'NO', 'ONE');
    },
];
foreach ($ways as $what => $do) {
    $do();
    $renewed = RedisMutexLock::stats()['renewed'];
    Check::eventually(fn (): bool => RedisMutexLock::stats()['renewed'] > $renewed, 10, "$what: renewed again");
    $redis = $server->client();
    Check::same($token, $redis->call('GET', 'lock:a'), "$what: holder");
    Check::eventually(fn (): bool => $redis->call('PTTL', 'lock:a') > $lease * 1000 * 0.6, 5, "$what: its lifetime");
    Check::same([true, $token, 0], [$lock->isLocking('a'), $lock->token('a'), $lost], "$what: its word");
}
Check::true($lock->unlock('a'), 'unlock');
echo 'done';
?>
--EXPECT--
done
