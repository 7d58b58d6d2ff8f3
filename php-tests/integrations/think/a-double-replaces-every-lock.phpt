--TEST--
A double in the container serves the facade, injected objects and the cache driver
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock as Facade;
    use RedisMutexLock\Think\Lock;
    use Tests\Check;

    final class HeldLock extends RedisMutexLock
    {
        public function __construct()
        {
        }

        public function lock(string $name, int|float|null $timeout = 0, int|float|null $expire = 20, int $sleep = 100000, ?string $token = null): bool
        {
            return false;
        }

        public function synchronized(string $name, callable $callback, int|float|null $timeout = 10, int|float|null $expire = null, int $sleep = 100000): mixed
        {
            throw new RedisMutexLockTimeoutException($name);
        }
    }

    final class EverythingIsHeld extends Lock
    {
        public function native(): RedisMutexLock
        {
            return new HeldLock();
        }
    }

    $app->instance(Lock::class, new EverythingIsHeld($app));
    $name = Check::unique('order');
    Check::same(false, Facade::lock($name), 'the facade');
    Check::same(false, $app->invokeFunction(static fn (RedisMutexLock $lock): bool => $lock->lock($name)), 'an injected object');
    Check::throws(RedisMutexLockTimeoutException::class, fn () => $app->cache->remember($name, static fn (): int => 1, 60), "remember:$name");

    final class FreeLock extends RedisMutexLock
    {
        public function __construct()
        {
        }

        public function synchronized(string $name, callable $callback, int|float|null $timeout = 10, int|float|null $expire = null, int $sleep = 100000): mixed
        {
            return $callback();
        }
    }

    $app->instance(Lock::class, new class($app) extends Lock {
        public function native(): RedisMutexLock
        {
            return new FreeLock();
        }
    });
    Check::same(1, $app->cache->remember($name, static fn (): int => 1, 60), 'a value without any server of locks');
    Check::same(null, $app->cache->remember("$name:null", static fn () => null, 60), 'no value without any server of locks');
    $app->http->end(think\Response::create('ok'));
    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
