--TEST--
remember() throws when the lock is not granted in time, when Redis is away, and passes the callback's exception on
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;
    use Tests\Check;
    use Tests\Failure;

    $never = static fn () => throw new Failure('the callback ran without the lock');
    $name = Check::unique('stats');

    $other = new RedisMutexLock($app->config->get('cache.stores.redis'));
    $other->lock("remember:$name");
    Check::throws(RedisMutexLockTimeoutException::class, static fn () => Lock::remember($name, $never, 60, 0.2));
    $other->unlock("remember:$name");

    Check::throws(LogicException::class, static fn () => Lock::remember($name, static fn () => throw new LogicException('no data'), 60), 'no data');
    Check::same(null, Lock::owner("remember:$name"), 'the lock is free after an exception');
    Check::same(null, $app->cache->get($name), 'nothing is in the cache after an exception');

    Check::throws(RedisMutexLockTimeoutException::class, static fn () => Lock::remember(
        $name,
        static fn () => Lock::remember($name, $never, 60),
        60,
    ));

    // The cache answers, the server of the locks does not.
    $app->config->set(['connection' => ['host' => '127.0.0.1', 'port' => 1], 'retry_for' => 0], 'lock');
    Lock::endScope();
    Check::throws(RedisMutexLockUnavailableException::class, static fn () => Lock::remember($name, $never, 60));
    $app->cache->set($name, 'kept', 60);
    Check::same('kept', Lock::remember($name, $never, 60), 'an entry in the cache needs no lock');
    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
