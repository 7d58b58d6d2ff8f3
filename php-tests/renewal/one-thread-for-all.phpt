--TEST--
The thread is started by the first renewed lock, and is the only one for any number of locks, objects and servers
--FILE--
<?php
$server = RedisServer::shared();
$threads = static fn (): int => count(Holder::threads(getmypid()));
$name = Check::unique('thread');
$config = [...$server->config(), 'lease' => 1.5];

Check::same(0, $threads(), 'after the module has started');
$lock = new RedisMutexLock($config);
Check::true($lock->lock("$name-fixed", 0, 60), 'a fixed lock');
$lock->synchronized("$name-section", static fn () => null, 0, 60);
Check::throws(ValueError::class, fn () => $lock->lock('', expire: null));
Check::same(0, $threads(), 'without a renewed lock');
Check::true($lock->lock("$name-first", expire: null), 'a renewed lock');
Check::same(1, $threads(), 'with a renewed lock');
[$first] = Holder::threads(getmypid());
$objects = [];
for ($i = 0; $i < 20; $i++) {
    // Four servers, as far as the extension knows.
    $objects[$i] = new RedisMutexLock(['database' => $i % 4] + $config);
    for ($j = 0; $j < 5; $j++) {
        Check::true($objects[$i]->lock("$name-$i-$j", expire: null), 'a lock of many');
    }
}
usleep(3_200_000);
foreach ($objects as $i => $object) {
    Check::same(5, count($object->held()), "held by object $i after two leases");
}
Check::same([$first], Holder::threads(getmypid()), 'the threads');
$objects = [];
$lock->unlockAll();
Check::true($lock->lock("$name-again", expire: null), 'another one later');
Check::same([$first], Holder::threads(getmypid()), 'the threads afterwards');
echo 'done';
?>
--EXPECT--
done
