--TEST--
Every method works, and in time, whichever two of five servers have lost their data
--FILE--
<?php
Away::eachPair(QuorumSet::start(...), static fn (QuorumSet $set, int ...$pair) => $set->empty(...$pair));
echo 'done';
?>
--EXPECT--
done
