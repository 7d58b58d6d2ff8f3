--TEST--
Every method works, and in time, whichever two of five servers are hung
--FILE--
<?php
Away::eachPair(QuorumSet::start(...), static fn (QuorumSet $set, int ...$pair) => $set->pause(...$pair));
echo 'done';
?>
--EXPECT--
done
