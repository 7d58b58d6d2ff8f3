--TEST--
In a Cluster a master hangs: the leases at the other masters are renewed as before, and its own ones are when it answers again
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\ClusterSet;
use Tests\Holder;

$set = ClusterSet::start();
$masters = $set->masters();
$names = array_map(static fn ($master): string => $set->name('renewed', $master), $masters);
$holder = Holder::of($names[0], $set->config(['lease' => 12, 'command_timeout' => 3]));
foreach ([1, 2] as $number) {
    Check::true($holder->ask("\$lock->lock('$names[$number]', 0, null)"), 'lock');
}
// PHP waits for a line. A renewal makes the lifetime longer.
$renewed = static function (int $number, int $times, string $what) use ($masters, $names): void {
    $redis = $masters[$number]->client();
    for ($i = 0; $i < $times; $i++) {
        $left = $redis->call('PTTL', "lock:$names[$number]");
        Check::eventually(function () use ($redis, $names, $number, &$left): bool {
            $before = $left;
            $left = $redis->call('PTTL', "lock:$names[$number]");
            Check::true($left > 0, 'the lock lives');

            return $left > $before;
        }, 15, $what);
    }
};
$masters[1]->pause();
$renewed(0, 1, 'renewal at the first master');
$renewed(2, 1, 'renewal at the third master');
$masters[1]->resume();
$renewed(1, 1, 'renewal at the master that hung');
$renewed(0, 1, 'renewal at the first master afterwards');
Check::same([3, 0], $holder->ask('[count($lock->held()), RedisMutexLock::stats()["lost"]]'), 'held, lost');
Check::true($holder->ask('$lock->unlockAll()'), 'unlockAll');
$holder->finish();
Check::same([], $set->keys(), 'what is left');
echo 'done';
?>
--EXPECT--
done
