--TEST--
An exception of a callback does not replace the answer of the method that found the loss: it comes a moment later
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->config());
$reported = [];
$lock->onLost(function (string $name) use (&$reported): void {
    $reported[] = $name;
    throw new DomainException($name);
});
$lost = static function () use ($lock, $redis): string {
    $name = Check::unique('lost');
    Check::true($lock->lock($name, expire: null), 'lock');
    // The next renewal is ten seconds away: the method finds the loss.
    Check::same(1, $redis->call('DEL', "lock:$name"), 'the key is deleted');

    return $name;
};
$nothing = static function (): void {
};

for ($i = 0; $i < 20; $i++) {
    $name = $lost();
    $answer = $before = null;
    try {
        $answer = $lock->isLocking($name);
        $before = $reported;
        for ($end = hrtime(true) + 10e9; hrtime(true) < $end;) {
            $nothing();
        }
    } catch (DomainException $exception) {
        Check::same($name, $exception->getMessage(), 'what was thrown');
    }
    Check::same([false, [$name]], [$answer, $reported], 'the answer, and what was reported');
    $reported = [];
}
echo 'done';
?>
--EXPECT--
done
