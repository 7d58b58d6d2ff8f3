--TEST--
What a lock that was given up had left in its connections is killed before its token is released, so no late request takes the name
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Proxy;
use Tests\RedisServer;

$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 0.2]);
$warm = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);
Check::true($warm->lock('warm') && $warm->unlock('warm'), 'the scripts are known');
$ends = [
    'unlock' => fn (RedisMutexLock $lock) => $lock->unlock('a'),
    'unlockAll' => fn (RedisMutexLock $lock) => $lock->unlockAll(),
    'lock' => fn (RedisMutexLock $lock) => $lock->lock('a', 0, 60) && $lock->unlock('a'),
    'adopt' => fn (RedisMutexLock $lock) => $lock->adopt('a', 'x'),
    // Another name, or only a question, is a new connection too.
    'isLocked' => fn (RedisMutexLock $lock) => $lock->isLocked('b'),
    'the object' => fn () => null,
];
foreach ($ends as $end => $call) {
    Check::same(false, $lock->isLocked('a'), "$end: connected");
    $proxy->rule(['command' => 'SET', 'times' => 1, 'do' => 'ghost', 'ms' => 900, 'stall' => true]);
    $proxy->rule(['command' => 'EVALSHA', 'times' => 1, 'do' => 'ghost', 'ms' => 900, 'stall' => true]);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', 0, 60));
    $proxy->clear();
    $call($lock);
    if ($end === 'the object') {
        $lock = null;
    }
    // The proxy closes a ghost's connection to the server when it is killed, so only one is left.
    Check::eventually(fn () => count($redis->clients()) <= 3, 5, "$end: the connections of the ghosts end");
    $seen = array_filter($proxy->log(), fn (array $seen): bool => $seen['did'] === 'ghost');
    // When the ghosts would have come.
    usleep(1_100_000);
    Check::same(0, $redis->call('EXISTS', 'lock:a'), "$end: no late request");
    $lock?->unlockAll();
}
Check::same(2 * count($ends), count($seen), 'ghosts');
echo "done\n";
?>
--EXPECT--
done
