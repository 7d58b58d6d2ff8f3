--TEST--
Of three processes that adopt one token at once, with one of five servers dead, exactly one gets the lock, fifty times
--FILE--
<?php
$set = QuorumSet::start();
$set->kill(2);
$lock = new RedisMutexLock($set->config());
$burst = new Burst($set->config(), 3, '$lock->adopt($name, $token, 600)');
for ($round = 0; $round < 50; $round++) {
    $name = Check::unique('adopted');
    Check::true($lock->lock($name, 0, 600), 'lock');
    $token = $lock->detach($name);
    $burst->hasOneAdopter($name, "round $round", $token);
    Check::true(!in_array($lock->owner($name), [null, $token], true), "round $round: it has a new owner");
}
$burst->end();
$set->vanishes();
echo 'done';
?>
--EXPECT--
done
