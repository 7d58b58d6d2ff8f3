--TEST--
The cost of a name does not depend on how many the object has: lock, questions, unlock in the same order and in reverse, unlockAll, its death
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
    $lock = new RedisMutexLock($server->unixUrl() . '&command_timeout=20');
    $each = static fn (callable $do): callable => static function () use ($names, $do): void {
        for ($i = 0; $i < $names; $i++) {
            $do($i) || throw new Exception("$i of $names");
        }
    };
    $all = $each(fn (int $i): bool => $lock->lock("n$i", 0, 600));
    $cost = [
        'lock' => Cost::of($all),
        'lock again' => Cost::of($each(fn (int $i): bool => !$lock->lock("n$i", 0, 600))),
        'token and remaining' => Cost::of($each(fn (int $i): bool => $lock->token("n$i") !== null && $lock->remaining("n$i") > 0)),
        'held' => Cost::of(fn (): array => $lock->held()),
        'unlock in order' => Cost::of($each(fn (int $i): bool => $lock->unlock("n$i"))),
    ];
    $all();
    $cost['unlock in reverse'] = Cost::of($each(fn (int $i): bool => $lock->unlock('n' . $names - 1 - $i)));
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
Cost::isLinear($measure(2000), $measure(2000 * Cost::TIMES), 'costs');
echo 'done';
?>
--EXPECT--
done
