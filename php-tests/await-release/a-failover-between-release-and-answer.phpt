--TEST--
With Sentinel the master changes between release and answer: the next call frees the name at the promoted one
--FILE--
<?php
$set = SentinelSet::start();
$plan = function () use ($set): void {
    $old = $set->master();
    $set->failOver();
    // Until the sentinels tell it, the old master takes releases that the new one never gets, awaited or not.
    $isDemoted = function () use ($old): bool {
        try {
            return $old->client()->call('ROLE')[0] === 'slave';
        } catch (RuntimeException) {
            // Redis before 7.0 closes the connections of its clients when it is demoted.
            return false;
        }
    };
    Check::eventually($isDemoted, 60, 'the old master is demoted');
};
foreach (['planned', 'stopped', 'killed'] as $how) {
    $lock = Ahead::object($set->config(['command_timeout' => 3, 'retry_for' => 60]));
    $beside = Ahead::object($set->config(['command_timeout' => 3, 'retry_for' => 60]));
    foreach (['a', 'b', 'c'] as $name) {
        Check::true($lock->lock("$how-$name", 0, 600), "$how: lock $name");
    }
    $set->synchronise();
    $old = match ($how) {
        'planned' => $plan(),
        'stopped' => $set->pause(),
        'killed' => $set->kill(),
    };
    // The lease is valid by our own clock, so this is no error.
    Check::true($lock->unlock("$how-a"), "$how: unlock");
    Check::true($lock->unlockAll(), "$how: unlockAll");
    $old === null || $set->promoted($old);
    Check::true($beside->lock("$how-a", 60, 60), "$how: the next lock, by another object");
    Check::same([false, false], [$lock->isLocked("$how-b"), $lock->isLocked("$how-c")], "$how: the other names");
    Check::true($beside->unlock("$how-a"), "$how: unlock at the new master");
    unset($lock, $beside);
    Check::eventually(fn (): bool => $set->keys() === [], 10, "$how: nothing is left");
    $set->heal();
}
echo "done\n";
?>
--EXPECT--
done
