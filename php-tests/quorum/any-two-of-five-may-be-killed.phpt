--TEST--
Every method works, and in time, whichever two of five servers are dead
--FILE--
<?php
Away::eachPair(QuorumSet::start(...), static fn (QuorumSet $set, int ...$pair) => $set->kill(...$pair));
echo 'done';
?>
--EXPECT--
done
