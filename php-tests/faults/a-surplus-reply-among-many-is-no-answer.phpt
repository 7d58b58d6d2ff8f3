--TEST--
When a server sends one reply more than it was sent commands, unlockAll believes none of 150 and asks for all again
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Proxy;
use Tests\RedisServer;

$server = RedisServer::start();
$proxy = Proxy::to($server);
$lock = new RedisMutexLock($proxy->url());
for ($i = 0; $i < 150; $i++) {
    Check::true($lock->lock("n$i", 0, 600), 'lock');
}
// One is somebody else's by now: a "yes" in the wrong place would be believed for it.
$server->client()->call('SET', 'lock:n0', 'somebody');
$proxy->rule(['command' => 'EVALSHA', 'nth' => 1, 'do' => 'extra', 'bytes' => ":1\r\n"]);
$before = RedisMutexLock::stats();
Check::same(false, $lock->unlockAll(), 'unlockAll');
$after = RedisMutexLock::stats();
Check::same(1, $after['connections_opened'] - $before['connections_opened'], 'new connections');
// The last of the first 150 may have been cut off.
Check::between(299, 1000, $proxy->count('EVAL*'), 'releases');
Check::same(['lock:n0'], $server->client()->call('KEYS', '*'), 'what is left');
echo 'done';
?>
--EXPECT--
done
