--TEST--
An injected RedisMutexLock and the facade hold the same locks, and exclude an object of the class
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;
    use Tests\Check;

    $name = Check::unique('order');
    $direct = new RedisMutexLock($app->config->get('cache.stores.redis'));

    $app->invokeFunction(function (RedisMutexLock $lock) use ($name, $direct): void {
        Check::true($lock->lock($name), 'the injected lock is granted');
        Check::same(false, Lock::lock($name), 'the facade is refused');
        Check::same([$name], Lock::held(), 'the facade holds what the injected object holds');
        Check::same(false, $direct->lock($name), 'an object of the class is refused');
        Check::true(Lock::unlock($name), 'the facade releases it');
    });
    Check::true($direct->lock($name), 'the object of the class gets the key of the same name');
    Check::same(false, Lock::lock($name, timeout: 0, expire: 5), 'the facade is refused, with named arguments');
    Check::same(null, Lock::token($name), 'the facade does not hold it');
    Check::same(32, strlen(Lock::generateToken()), 'a static method');

    // Shares, and several names.
    $app->invokeFunction(function (RedisMutexLock $lock) use ($name, $direct): void {
        Check::true(Lock::lockShared("$name:read", limit: 2), 'a share by the facade');
        Check::same([false, true], [$lock->lockShared("$name:read"), $lock->isLocking("$name:read")], 'the injected object has it');
        Check::same([false, true], [$direct->lock("$name:read"), $direct->lockShared("$name:read", limit: 2)], 'an object of the class');
        Check::same('read', Lock::synchronizedShared("$name:other", fn (): string => $direct->lock("$name:other") ? 'wrote' : 'read'), 'a section');
        Check::true(Lock::lockAll(["$name:b", "$name:a"], expire: 5), 'two names');
        $held = Lock::held();
        sort($held);
        Check::same(["$name:a", "$name:b", "$name:read"], $held, 'what it holds');
        Check::same(true, Lock::unlockAll() && $direct->unlock("$name:read"), 'released');
        $both = fn (): array => [$direct->lock("$name:a"), $direct->lock("$name:b")];
        Check::same([false, false], Lock::synchronizedAll(["$name:a", "$name:b"], $both, timeout: 1), 'a section of two names');
        Check::same([], Lock::held(), 'all are released');
    });

    class Checkout
    {
        public function __construct(public readonly RedisMutexLock $lock)
        {
        }
    }
    Check::true($app->make(Checkout::class)->lock === Lock::native(), 'a constructor gets the same object');
    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
