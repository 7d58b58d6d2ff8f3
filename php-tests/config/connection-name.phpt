--TEST--
name is the connection's CLIENT SETNAME, in an array and in a URL; a malformed one is refused
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisServer;

$redis = RedisServer::shared();
$client = $redis->client();
foreach (['array', 'url', 'socket'] as $where) {
    $name = Check::unique($where);
    $lock = new RedisMutexLock(match ($where) {
        'array' => ['url' => $redis->url(), 'name' => $name],
        'url' => $redis->url() . "?name=$name",
        'socket' => $redis->unixUrl() . "&name=$name",
    });
    Check::true($lock->lock($name, 0, 60), "$where: lock");
    Check::same([$name], array_values(array_intersect(array_column($client->clients(), 'name'), [$name])), $where);
}
foreach (['two words', "line\nbreak", 'größe'] as $name) {
    Check::throws(ValueError::class, fn () => new RedisMutexLock(['name' => $name]), '"name" must consist of visible ASCII');
}

echo "done\n";
--EXPECT--
done
