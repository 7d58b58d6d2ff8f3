--TEST--
The check of a user who may write lists and no locks creates nothing, and each feature that is not used needs no right
--FILE--
<?php
$server = RedisServer::start(['appendonly' => 'yes']);
$redis = $server->client();
$config = $server->config() + Rights::USER;
foreach (['+rpush +zadd +hset', '+@all -set'] as $rights) {
    $redis->call('ACL', 'SETUSER', 'locks', 'reset', 'on', '>secret', '~lock:*', '-@all', ...explode(' ', $rights));
    $findings = Findings::of($config + ['fencing' => true]);
    Check::true(in_array('bad rights', $findings->troubles(), true), "with $rights: $findings");
    Check::same(0, $redis->call('DBSIZE'), "keys with $rights");
}

// Without fencing and replicas, nobody needs the rights for them.
$redis->call('ACL', 'SETUSER', 'locks', 'reset');
Rights::grant($server, Rights::line('with waiting, without fencing'), Rights::line('in addition, recommended'));
$findings = Findings::of($config);
Check::same([], $findings->troubles(), "the line of waiting is enough: $findings");
$advised = implode(' ', array_column($findings->rows('rights'), 'found'));
Check::same(2, substr_count($advised, 'list() throws without it'), "what list() lacks is said: $findings");
echo 'done';
?>
--EXPECT--
done
