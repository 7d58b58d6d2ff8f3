--TEST--
Of 2, 8 and 64 processes that try at once, with timeout 0 and two of five servers dead, exactly one gets the lock, fifty times
--FILE--
<?php
$set = QuorumSet::start();
$set->kill(1, 3);
foreach ([2, 8, 64] as $count) {
    $burst = new Burst($set->config(), $count, '$lock->lock($name, 0, 600)');
    for ($round = 0; $round < 50; $round++) {
        $burst->hasOneWinner(static fn (): string => Check::unique('burst'), "$count processes, round $round");
    }
    $burst->end();
    $set->vanishes();
}
echo 'done';
?>
--EXPECT--
done
