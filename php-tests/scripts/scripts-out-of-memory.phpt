--TEST--
On a server that is out of memory release and expire work, and acquire and adopt take nothing
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisError;
use Tests\RedisServer;
use Tests\Script;

$server = RedisServer::start(['maxmemory-policy' => 'noeviction']);
$redis = $server->client();
foreach (['a', 'b', 'c', 'd'] as $key) {
    $redis->call('SET', $key, $key === 'd' ? 'old' : 'ours', 'PX', 60_000);
}
$redis->call('CONFIG', 'SET', 'maxmemory', '1');
Check::throws(RedisError::class, fn () => $redis->call('SET', 'x', 'y'), 'OOM');

Check::same(1, $redis->call('EVAL', Script::text('release'), '1', 'a', 'ours'), 'release');
Check::same(0, $redis->call('EXISTS', 'a'), 'the key');
Check::same(1, $redis->call('EVAL', Script::text('expire'), '1', 'b', 'ours', '600000'), 'expire');
Check::between(300_000, 600_000, $redis->call('PTTL', 'b'), 'lifetime');
Check::same(0, $redis->call('EVAL', Script::text('release'), '1', 'c', 'another'), "release of another's");

// An error, and neither a lock nor a counter.
foreach (['0', '1'] as $fencing) {
    foreach (['acquire' => 'new', 'adopt' => 'd'] as $which => $key) {
        $call = fn () => $redis->call('EVAL', Script::text($which), '2', $key, "$key:f", 'mine', '30000', $fencing, 'old');
        Check::throws(RedisError::class, $call, 'OOM');
    }
}
Check::same(0, $redis->call('EXISTS', 'new', 'new:f', 'd:f'), 'what was not taken');
Check::same('old', $redis->call('GET', 'd'), 'what was not adopted');
echo 'done';
?>
--EXPECT--
done
