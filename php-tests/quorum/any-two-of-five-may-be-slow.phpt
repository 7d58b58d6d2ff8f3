--TEST--
Every method works, and in time, whichever two of five servers are slow
--FILE--
<?php
Away::eachPair(QuorumSet::behindRelays(...), static fn (QuorumSet $set, int ...$pair) => $set->slow(...$pair));
echo 'done';
?>
--EXPECT--
done
