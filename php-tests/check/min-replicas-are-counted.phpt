--TEST--
The check counts the replicas that have its key, as min_replicas wants it
--FILE--
<?php
$pair = new Replication();
$config = $pair->master->config();
Findings::of($config)->expect('good', 'replicas', '1 is connected', '"min_replicas" is 0');
Findings::of($config + ['min_replicas' => 1])->expect('good', 'replicas', '1 have the key', '"min_replicas" is 1');
$findings = Findings::of($config + ['min_replicas' => 2, 'command_timeout' => 2]);
$findings->expect('bad', 'replicas', '"min_replicas" is 2', 'connect the replicas, or lower "min_replicas"');
Check::same(1, count($findings->rows('rights')), "the rights are tried all the same: $findings");
Check::same([], $pair->locks(), 'keys');
echo 'done';
?>
--EXPECT--
done
