--TEST--
remember() says in its own name that a key is too long or a wait is no number of seconds, and takes the longest key
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;
    use Tests\Check;
    use Tests\Failure;

    $never = static fn () => throw new Failure('the callback ran');
    $store = $app->config->get('cache.stores.redis');
    $app->config->set(['stores' => ['long' => ['prefix' => 'prefix:'] + $store] + $app->config->get('cache.stores')] + $app->config->get('cache'), 'cache');
    $cache = $app->cache->store('long');

    $longest = str_pad(Check::unique('long'), 4080, 'x');
    Check::same('made', $cache->remember($longest, static fn (): string => 'made', 60), 'the longest key: prefix: and 4080 bytes');
    $cache->delete($longest);
    Check::same(null, Lock::rememberIn($cache, $longest, static fn () => null, 60, 60), 'without a value');
    Check::same(true, Lock::isLocked("no-value:prefix:$longest"), 'its word');
    Lock::forceUnlock("no-value:prefix:$longest");
    $cache->delete($longest);
    foreach ([
        static fn () => $cache->remember("{$longest}x", $never, 60),
        static fn () => $cache->tag('reports')->remember("{$longest}x", $never, 60),
        static fn () => Lock::rememberIn($cache, "{$longest}x", $never, 60),
    ] as $remember) {
        Check::throws(ValueError::class, $remember, 'remember(): the key (prefix and name) must not be longer than 4087 bytes, 4088 given. Use a hash of the name.');
    }
    $cache->set("{$longest}x", 'kept', 60);
    Check::same('kept', $cache->remember("{$longest}x", $never, 60), 'an entry in the cache needs no lock');
    $cache->delete("{$longest}x");

    foreach ([[-1, '-1'], [NAN, 'NAN'], [INF, 'INF'], [-0.5, '-0.5']] as [$wait, $shown]) {
        Check::throws(
            ValueError::class,
            static fn () => Lock::remember(Check::unique('wait'), $never, 60, $wait),
            "remember(): \$wait must be a finite number of seconds from 0 up, or null to wait without limit, $shown given",
        );
    }
    Check::throws(TypeError::class, static fn () => $app->make(RedisMutexLock\Think\Lock::class)->remember('wait', $never, 60, 'soon'), '($wait) must be of type');
    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
