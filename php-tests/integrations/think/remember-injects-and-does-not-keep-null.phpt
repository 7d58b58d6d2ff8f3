--TEST--
remember() injects the arguments of its callback, keeps false and plain values, and runs the callback again after null
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;
    use Tests\Check;

    $cache = $app->cache;
    $name = Check::unique('injected');
    $made = $cache->remember($name, static fn (think\Config $config): string => $config->get('app.default_timezone'), 60);
    Check::same('UTC', $made, 'the callback gets an object of the container');
    Check::same('UTC', $cache->get($name), 'its result is in the cache');

    Check::same('plain', $cache->remember(Check::unique('plain'), 'plain', 60), 'a value that is no Closure');
    $number = random_int(1, PHP_INT_MAX);
    Check::same('numbered', $cache->remember($number, static fn (): string => 'numbered', 60), 'a name that is a number');
    Check::same('numbered', Lock::remember($number, static fn (): string => 'another', 60), 'the same by the facade');
    $cache->delete((string) $number);

    foreach ([[null, 2], [false, 1], [[], 1]] as [$result, $expected]) {
        $name = Check::unique('kept');
        $runs = 0;
        for ($i = 0; $i < 2; $i++) {
            $callback = static function () use (&$runs, $result): mixed {
                $runs++;

                return $result;
            };
            Check::same($result, $cache->remember($name, $callback, 60), 'the result of the callback');
        }
        Check::same($expected, $runs, 'how often the callback runs for the result ' . json_encode($result));
    }
    Check::same([], Lock::held(), 'no lock is left');

    $name = Check::unique('lifetime');
    $cache->remember($name, 'x', 50);
    Check::between(1, 50, $cache->handler()->ttl($name), 'the lifetime of the entry');
    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
