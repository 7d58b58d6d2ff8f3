--TEST--
Every method works, and in time, whichever two of five servers are unreachable
--FILE--
<?php
Away::eachPair(QuorumSet::behindRelays(...), static fn (QuorumSet $set, int ...$pair) => $set->cut(...$pair));
echo 'done';
?>
--EXPECT--
done
