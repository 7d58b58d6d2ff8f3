--TEST--
TLS, Sentinel, Cluster and several servers are refused with a sentence, not ignored; a key that switches one off is allowed
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisServer;

foreach ([
    'rediss://h' => 'TLS is not built yet',
    'tls://user:password@h:6380?database=1' => 'TLS is not built yet',
    'redis+sentinel://u:p@h1:26379,h2:26379/0?service=m' => 'Sentinel is not built yet',
    'redis+cluster://u:p@h1:7000,h2:7001' => 'Cluster is not built yet',
    'rediss+cluster://h1:7000' => 'is not built yet',
] as $url => $sentence) {
    Check::throws(ValueError::class, fn () => new RedisMutexLock($url), $sentence);
    Check::throws(ValueError::class, fn () => new RedisMutexLock(['url' => $url]), $sentence);
}
foreach ([
    [['scheme' => 'tls', 'host' => 'h'], 'TLS is not built yet'],
    [['scheme' => 'rediss', 'host' => 'h'], 'TLS is not built yet'],
    [['host' => 'tls://h'], 'TLS is not built yet'],
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
