--TEST--
A renewal, an expire and an adopt that reach a replica without the newest data are asked again at the master, and no lock is lost
--FILE--
<?php
$pair = new Failover();
$redis = $pair->master->client();
// One connection each: on a shared one, the first object would mend it for all.
$lock = static fn (string $name): RedisMutexLock => new RedisMutexLock(
    [...$pair->gateway->config(), 'lease' => 3, 'name' => $name],
);
$lost = [];
$locks = [];
$pair->part();
// From here on the replica gets no data. It knows none of these locks.
foreach (['renewed', 'lengthened', 'adopted'] as $name) {
    $locks[$name] = $lock($name);
    $locks[$name]->onLost(static function (string $name) use (&$lost): void {
        $lost[] = $name;
    });
}
Check::true($locks['lengthened']->lock('lengthened', 0, 600), 'lock');
$owner = $lock('owner');
Check::true($owner->lock('adopted', 0, 600), 'lock');
$detached = $owner->detach('adopted');

// The address leads to the replica for a while, and each object has a connection to it.
$pair->gateway->move($pair->replica);
foreach (['lengthened', 'adopted'] as $name) {
    Check::same(false, $locks[$name]->isLocked($name), "$name: the replica knows nothing of it");
}
$pair->gateway->moveNewOnes($pair->master);
$asked = 0;
/** Fails unless the replica got a command since the last time. */
$replicaWasAsked = static function (string $what) use ($pair, &$asked): void {
    $calls = $pair->replica->client()->commandstats();
    $before = $asked;
    $asked = ($calls['eval'] ?? 0) + ($calls['evalsha'] ?? 0);
    Check::true($asked > $before, "$what: the replica was asked first");
};
Check::true($locks['lengthened']->expire('lengthened', 900), 'expire');
$replicaWasAsked('expire');
Check::between(800_000, 900_000, $redis->call('PTTL', 'lock:lengthened'), 'its lifetime');
Check::true($locks['lengthened']->isLocking('lengthened'), 'it is held');
Check::true($locks['adopted']->adopt('adopted', $detached, 900), 'adopt');
$replicaWasAsked('adopt');
Check::same($locks['adopted']->token('adopted'), $redis->call('GET', 'lock:adopted'), 'whose it is');

// The same with the connection of the renewing thread.
Check::true($locks['renewed']->lock('renewed', expire: null), 'lock');
$stats = static fn (string $what): int => RedisMutexLock::stats()[$what];
Check::eventually(fn (): bool => $stats('renewed') > 0, 5, 'a renewal');
$pair->gateway->move($pair->replica);
$failed = static fn (): bool => $stats('renewal_errors') + $stats('lost') > 0;
Check::eventually($failed, 5, 'a renewal that reaches the replica');
$replicaWasAsked('renewal');
$renewed = $stats('renewed');
$pair->gateway->move($pair->master);
Check::same(0, $stats('lost'), 'lost');
Check::eventually(fn (): bool => $stats('renewed') > $renewed, 5, 'renewal goes on');
Check::same([true, true], [$locks['renewed']->isLocking('renewed'), $locks['renewed']->unlock('renewed')], 'its word');
Check::same([], $lost, 'what onLost has reported');
echo 'done';
?>
--EXPECT--
done
