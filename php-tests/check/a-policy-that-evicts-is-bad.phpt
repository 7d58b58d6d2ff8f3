--TEST--
The check calls a policy that evicts locks bad, and a warning while maxmemory has no limit
--FILE--
<?php
$server = RedisServer::start(['appendonly' => 'yes']);
$redis = $server->client();
foreach (['allkeys-lru' => ['0', 'warning'], 'volatile-lru' => ['100mb', 'bad'], 'noeviction' => ['100mb', 'good']] as $policy => [$limit, $state]) {
    $redis->call('CONFIG', 'SET', 'maxmemory', $limit);
    $redis->call('CONFIG', 'SET', 'maxmemory-policy', $policy);
    $findings = Findings::of($server->config());
    $findings->expect($state, 'maxmemory-policy', $policy, ...$state === 'good' ? [] : ['CONFIG SET maxmemory-policy noeviction']);
    Check::same($state === 'good' ? [] : ["$state maxmemory-policy"], $findings->troubles(), "nothing else: $findings");
}

// A server that is full refuses the key.
$redis->call('CONFIG', 'SET', 'maxmemory', '1');
$findings = Findings::of($server->config());
$findings->expect('bad', 'write', 'OOM', 'raise its "maxmemory"');
$findings->expect('good', 'rights');
$redis->call('CONFIG', 'SET', 'maxmemory', '0');
$redis->call('CONFIG', 'SET', 'appendonly', 'no');
Findings::of($server->config())->expect('warning', 'persistence', 'appendonly no', 'CONFIG SET appendonly yes');
echo 'done';
?>
--EXPECT--
done
