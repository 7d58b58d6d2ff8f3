--TEST--
remember() inside its own callback is refused at once whatever its wait is; inside another callback it makes its value
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;
    use Tests\Check;
    use Tests\Failure;
    use Tests\RedisServer;

    $never = static fn () => throw new Failure('the callback ran twice at a time');
    foreach ([[10, 60], [60, 10], [null, 60], [10, 10]] as [$outer, $inner]) {
        $name = Check::unique('stats');
        $began = hrtime(true);
        $refused = 0;
        $value = Lock::remember($name, static function () use ($name, $never, $inner, &$refused): string {
            for ($i = 0; $i < 2; $i++) {
                Check::throws(RedisMutexLockTimeoutException::class, static fn () => Lock::remember($name, $never, 60, $inner), $name);
                $refused++;
            }

            return 'outer';
        }, 60, $outer);
        Check::same(['outer', 2], [$value, $refused], 'both calls inside were refused');
        Check::between(0, 9e9, hrtime(true) - $began, 'nanoseconds: it did not wait for itself');
    }

    [$a, $b] = [Check::unique('a'), Check::unique('b')];
    $value = $app->cache->remember($a, static fn (): string => 'a' . $app->cache->remember($b, static fn (): string => 'b', 60), 60);
    Check::same(['ab', 'b'], [$value, $app->cache->get($b)], 'another entry');

    // The inner callback waits for a lock in vain. That is no refusal of the outer one, which runs once.
    $other = new RedisMutexLock($app->config->get('cache.stores.redis'));
    $other->lock($busy = Check::unique('busy'));
    $runs = 0;
    $name = Check::unique('busy');
    $callback = static function () use (&$runs, $busy): void {
        $runs++;
        Lock::synchronized($busy, static fn () => null, 0);
    };
    Check::throws(RedisMutexLockTimeoutException::class, static fn () => $app->cache->remember($name, $callback, 60), $busy);
    Check::same(1, $runs, 'runs of a callback that throws a timeout itself');

    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
