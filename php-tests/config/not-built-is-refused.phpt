--TEST--
Sentinel, Cluster and several servers are refused with a sentence, not ignored; a key that switches one off is allowed
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisServer;

foreach ([
    'redis+sentinel://u:p@h1:26379,h2:26379/0?service=m' => 'Sentinel is not built yet',
    'redis+cluster://u:p@h1:7000,h2:7001' => 'Cluster is not built yet',
    'rediss+sentinel://u:p@h1:26379?service=m' => 'Sentinel is not built yet',
    'rediss+cluster://h1:7000' => 'Cluster is not built yet',
] as $url => $sentence) {
    Check::throws(ValueError::class, fn () => new RedisMutexLock($url), $sentence);
    Check::throws(ValueError::class, fn () => new RedisMutexLock(['url' => $url]), $sentence);
}
foreach ([
    [['scheme' => 'rediss+cluster', 'host' => 'h'], 'as Cluster is not built yet; "rediss+cluster" given'],
    [['host' => 'redis+sentinel://h'], 'as Sentinel is not built yet; "redis+sentinel" given'],
    [['sentinel' => ['service' => 'm', 'nodes' => ['127.0.0.1:26379']]], '"sentinel" is not built yet'],
    [['cluster' => ['127.0.0.1:7000']], '"cluster" is not built yet'],
    [['servers' => [['host' => 'a'], ['host' => 'b'], ['host' => 'c']]], '"servers" is not built yet'],
] as [$array, $sentence]) {
    Check::throws(ValueError::class, fn () => new RedisMutexLock($array), $sentence);
}
// The form that Hyperf uses.
$redis = RedisServer::shared();
$lock = new RedisMutexLock([
    'host' => '127.0.0.1', 'auth' => null, 'port' => $redis->port, 'db' => 0, 'timeout' => 0.0, 'reserved' => null,
    'cluster' => ['enable' => false, 'name' => null, 'seeds' => []],
    'sentinel' => ['enable' => false, 'master_name' => '', 'nodes' => []],
    'servers' => [],
    'pool' => ['min_connections' => 1],
]);
Check::true($lock->lock(Check::unique('hyperf'), 0, 60), 'switched off');

echo "done\n";
--EXPECT--
done
