--TEST--
The cost of an unlockAll without answers grows with the number of names and not with its square, and so does the object's death after it
--FILE--
<?php
$server = RedisServer::start();
gc_disable();
/** @return array<string, float> */
$measure = static function (int $names) use ($server): array {
    $lock = new RedisMutexLock(['url' => $server->quickUrl(), 'command_timeout' => 20]);
    for ($i = 0; $i < $names; $i++) {
        $lock->lock("n$i", 0, 600) || throw new Exception("$i of $names");
    }
    $server->kill();
    $fails = fn () => Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->unlockAll());
    $cost = [
        'unlockAll' => Cost::of($fails),
        'unlockAll once more' => Cost::of($fails),
        'unlock of each' => Cost::of(static function () use ($lock, $names): void {
            for ($i = 0; $i < $names; $i += 10) {
                try {
                    $lock->unlock("n$i");
                } catch (RedisMutexLockUnavailableException) {
                }
            }
        }),
        'held' => Cost::of(fn () => Check::same([], $lock->held(), 'held')),
        'death' => Cost::of(function () use (&$lock): void {
            $lock = null;
        }),
    ];
    $server->restart();

    return $cost;
};
$measure(200);
Cost::isLinear($measure(3000), $measure(3000 * Cost::TIMES), 'costs');
echo 'done';
?>
--EXPECT--
done
