--TEST--
The check of a replica says that it is one, and that it takes no lock
--FILE--
<?php
$pair = new Replication();
$findings = Findings::of($pair->replicas[0]->config());
$findings->expect('bad', 'role', 'it is a replica', 'name the master');
$findings->expect('bad', 'write', 'READONLY', 'connect to the master');
$findings->expect('good', 'reachable');
$findings->expect('good', 'rights');
echo 'done';
?>
--EXPECT--
done
