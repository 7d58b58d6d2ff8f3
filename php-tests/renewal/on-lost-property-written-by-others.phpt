--TEST--
Code that reaches into the private property of onLost may make a reference of it, or put anything there
--FILE--
<?php
$lock = new RedisMutexLock(['url' => RedisServer::shared()->url(), 'lease' => 1]);
$called = 0;
$callback = static function () use (&$called): void {
    $called++;
};

$kept = [];
$writes = [
    'a reference that lives on' => function () use ($lock, &$kept): void {
        array_walk($lock, static function (mixed &$value) use (&$kept): void {
            $kept[] = &$value;
            $value = 'text';
        });
    },
    'a reference that dies' => function () use ($lock): void {
        array_walk($lock, static function (mixed &$value): void {
            $value = 7;
        });
    },
    'an array' => fn () => (new ReflectionProperty(RedisMutexLock::class, 'onLost'))->setValue($lock, [1, 2]),
];
foreach ($writes as $what => $write) {
    $lock->onLost($callback);
    $write();
    $name = Check::unique('reached');
    Check::true($lock->lock($name, 0, null), "$what: lock");
    Check::true((new RedisMutexLock(RedisServer::shared()->url()))->forceUnlock($name), "$what: taken away");
    Check::eventually(static fn (): bool => !$lock->isLocking($name), 5, "$what: the loss is known");
    $kept = [];
    // The value that is there now can be replaced, and counts.
    $lock->onLost($callback);
    $before = $called;
    Check::true($lock->lock($name, 0, null), "$what: lock again");
    Check::true((new RedisMutexLock(RedisServer::shared()->url()))->forceUnlock($name), "$what: taken away again");
    Check::eventually(static function () use (&$called, $before): bool {
        return $called > $before;
    }, 5, "$what: the callback is called");
    $lock->onLost(null);
}

echo 'done';
?>
--EXPECT--
done
