--TEST--
The check of a Cluster whose slots it may not see says which right it lacks, and the other rows of a seed stay
--FILE--
<?php
$node = RedisServer::start(['cluster-enabled' => 'yes', 'appendonly' => 'yes']);
$node->client()->call('CLUSTER', 'ADDSLOTS', ...range(0, 16383));
Rights::grant($node, Rights::line('everything'));
$config = ['cluster' => ["127.0.0.1:$node->port"]] + $node->config() + Rights::USER;
unset($config['port']);
$findings = Findings::of($config);
$findings->expect('warning', 'slots', 'could not be seen, because the user lacks the right +cluster|slots', "'+cluster|slots'");
$findings->expect('good', 'reachable');
Rights::grant($node, Rights::line('in addition, for a Cluster'));
Check::eventually(static fn (): bool => Findings::of($config)->troubles() === [], 30, 'with the line for a Cluster nothing is wrong');
echo 'done';
?>
--EXPECT--
done
