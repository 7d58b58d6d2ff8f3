--TEST--
Every method works, and in time, whichever two of five servers are behind a network that loses everything
--FILE--
<?php
Away::eachPair(QuorumSet::behindRelays(...), static fn (QuorumSet $set, int ...$pair) => $set->blackhole(...$pair));
echo 'done';
?>
--EXPECT--
done
