--TEST--
The suite's sentinels: replicas that are late have what the master has before it is killed, paused, demoted or cut off, and when a set has started
--FILE--
<?php
$ways = ['killed', 'paused', 'demoted', 'cut off'];
Together::each(array_combine($ways, $ways), function (string $what): void {
    $set = SentinelSet::start();
    // Until a replica has acknowledged something, the master may keep its writes back for a second.
    $replication = (string) $set->master()->client()->call('INFO', 'replication');
    Check::same(2, preg_match_all('/^slave\d:.*,offset=[1-9]/m', $replication), "replicas that have acknowledged something:\n$replication");
    $lock = new RedisMutexLock($set->config(['command_timeout' => 10, 'retry_for' => 60]));
    $late = new LateReplicas($set->master());
    Check::true($lock->lock($what, 30, 600), 'lock');
    $what === 'cut off' && $set->part();
    $new = match ($what) {
        'killed', 'cut off' => $set->promoted($set->kill()),
        'paused' => $set->promoted($set->pause()),
        'demoted' => $set->failOver(),
    };
    Check::same($lock->token($what), $new->client()->call('GET', "lock:$what"), 'the owner at the promoted replica');
    $late->end();
    $set->heal();
});
echo 'done';
?>
--EXPECT--
done
