--TEST--
In a Cluster a master hangs: the leases at the other masters are renewed as before, and its own ones are when it answers again
--FILE--
<?php
$set = ClusterSet::start();
$masters = $set->masters();
$names = array_map(static fn ($master): string => $set->name('renewed', $master), $masters);
$holder = Holder::of($names[0], $set->config(['lease' => 12, 'command_timeout' => 3]));
foreach ([1, 2] as $number) {
    Check::true($holder->ask("\$lock->lock('$names[$number]', 0, null)"), 'lock');
}
// PHP waits for a line. A renewal makes the lifetime longer.
$renewed = static function (array $numbers, string $when) use ($masters, $names): void {
    $left = static fn (int $number): int => $masters[$number]->client()->call('PTTL', "lock:$names[$number]");
    $before = array_combine($numbers, array_map($left, $numbers));
    Check::eventually(function () use ($left, &$before): bool {
        foreach ($before as $number => $then) {
            $now = $left($number);
            Check::true($now > 0, "the lock at master $number lives");
            if ($now > $then) {
                unset($before[$number]);
            } else {
                $before[$number] = $now;
            }
        }

        return $before === [];
    }, 15, "a renewal $when");
};
$masters[1]->pause();
$renewed([0, 2], 'at each other master');
$masters[1]->resume();
$renewed([0, 1], 'at the first master and at the one that hung');
Check::same([3, 0], $holder->ask('[count($lock->held()), RedisMutexLock::stats()["lost"]]'), 'held, lost');
Check::true($holder->ask('$lock->unlockAll()'), 'unlockAll');
$holder->finish();
Check::same([], $set->keys(), 'what is left');
echo 'done';
?>
--EXPECT--
done
