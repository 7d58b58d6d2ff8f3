--TEST--
The cost of a renewed lock does not depend on how many the object has: lock, unlock in the same order and in reverse, detach, unlockAll, its death
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Cost;
use Tests\RedisServer;

$server = RedisServer::start();
$redis = $server->client();
gc_disable();
/** @return array<string, float> */
$measure = static function (int $names) use ($server, $redis): array {
    // With so long a lease no renewal comes during the test.
    $lock = new RedisMutexLock(['url' => $server->unixUrl(), 'command_timeout' => 20, 'lease' => 3600]);
    $each = static fn (callable $do): callable => static function () use ($names, $do): void {
        for ($i = 0; $i < $names; $i++) {
            $do($i) || throw new Exception("$i of $names");
        }
    };
    $all = $each(fn (int $i): bool => $lock->lock("n$i", expire: null));
    $cost = [
        'lock' => Cost::of($all),
        'unlock in order' => Cost::of($each(fn (int $i): bool => $lock->unlock("n$i"))),
    ];
    $all();
    $cost['unlock in reverse'] = Cost::of($each(fn (int $i): bool => $lock->unlock('n' . $names - 1 - $i)));
    $all();
    $cost['detach'] = Cost::of($each(fn (int $i): bool => $lock->detach("n$i") !== null));
    $redis->call('FLUSHALL');
    $all();
    $cost['unlockAll'] = Cost::of(fn () => Check::true($lock->unlockAll(), 'unlockAll'));
    Check::same(0, $redis->call('DBSIZE'), 'keys left');
    $all();
    unset($all);
    $cost['death'] = Cost::ofDeath(function () use (&$lock): void {
        $lock = null;
    }, static fn (): int => $redis->call('DBSIZE'), $names);
    $redis->call('FLUSHALL');

    return $cost;
};
$measure(200);
Cost::isLinear($measure(1500), $measure(1500 * Cost::TIMES), 'costs');
echo 'done';
?>
--EXPECT--
done
