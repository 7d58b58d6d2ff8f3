--TEST--
The end of the last reference releases the object's locks at once, in the middle of the script
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$held = fn (string $name): int => $client->call('EXISTS', "lock:$name");

$name = Check::unique('unset');
$lock = new RedisMutexLock($redis->url());
$lock->lock($name, 0, 600);
$second = $lock;
unset($lock);
Check::same(1, $held($name), 'another variable still has the object');
unset($second);
Check::same(0, $held($name), 'after the last unset');

$name = Check::unique('assign');
$lock = new RedisMutexLock($redis->url());
$lock->lock($name, 0, 600);
$lock = null;
Check::same(0, $held($name), 'after an assignment');

$name = Check::unique('scope');
(function () use ($redis, $name, $held): void {
    $lock = new RedisMutexLock($redis->url());
    $lock->lock($name, 0, 600);
    Check::same(1, $held($name), 'inside the function');
})();
Check::same(0, $held($name), 'after the function');

$name = Check::unique('temporary');
Check::true(@(new RedisMutexLock($redis->url()))->lock($name, 0, 600), 'lock of a temporary object');
Check::same(0, $held($name), 'after the statement');

$name = Check::unique('thrown');
try {
    (function () use ($redis, $name): void {
        $lock = new RedisMutexLock($redis->url());
        $lock->lock($name, 0, 600);
        throw new LogicException('x');
    })();
} catch (LogicException $caught) {
    unset($caught);
}
Check::same(0, $held($name), 'after an exception has unwound the function');

// Only its own: another object's lock stays.
$one = new RedisMutexLock($redis->url());
$other = new RedisMutexLock($redis->url());
$one->lock($kept = Check::unique('kept'), 0, 600);
$other->lock(Check::unique('gone'), 0, 600);
unset($other);
Check::true($one->isLocking($kept), 'the other object holds on');

echo "done\n";
--EXPECT--
done
