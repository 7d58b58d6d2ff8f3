--TEST--
synchronized calls the callback once without arguments under the lock, and returns its result
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$name = Check::unique('sync');

$calls = 0;
$object = new stdClass();
foreach ([null, false, 0, '', 42, 1.5, 'text', [1, 'a' => [2]], $object, fn () => 1] as $i => $value) {
    $result = $lock->synchronized($name, function (...$arguments) use ($lock, $redis, $name, $value, &$calls) {
        $calls++;
        Check::same([], $arguments, 'arguments');
        Check::same($lock->token($name), $redis->call('GET', "lock:$name"), 'the value');
        Check::same([$name], $lock->held(), 'held');
        Check::between(10_000, 30_000, $redis->call('PTTL', "lock:$name"), 'lifetime');

        return $value;
    }, 0, 30);
    Check::same($value, $result, "result $i");
    Check::same($i + 1, $calls, 'calls');
    Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the key afterwards');
    Check::same([], $lock->held(), 'held afterwards');
}

// Every kind of callable.
class Work
{
    public static function still(): string
    {
        return __FUNCTION__;
    }

    public function method(): string
    {
        return __FUNCTION__;
    }

    public function __invoke(): string
    {
        return __FUNCTION__;
    }
}
$work = new Work();
foreach (['still' => 'Work::still', 'method' => [$work, 'method'], '__invoke' => $work] as $expected => $callable) {
    Check::same($expected, $lock->synchronized($name, $callable, 0, 30), $expected);
}
Check::same('still', $lock->synchronized($name, ['Work', 'still'], 0, 30), 'an array');
Check::same('method', $lock->synchronized($name, $work->method(...), 0, 30), 'a first class callable');
Check::same(PHP_VERSION, $lock->synchronized($name, 'phpversion', 0, 30), 'a native function');
// A generator is a result like any other: it is made under the lock and runs without it.
Check::same([1, 2], iterator_to_array($lock->synchronized($name, function () {
    yield 1;
    yield 2;
}, 0, 30)), 'a generator');

echo 'done';
?>
--EXPECT--
done
