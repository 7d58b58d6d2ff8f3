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
