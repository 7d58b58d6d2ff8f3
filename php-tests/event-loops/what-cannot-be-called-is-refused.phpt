--TEST--
onWait refuses what cannot be called and keeps its callable; every kind of callable is called, and null removes it
--FILE--
<?php
final class Waits
{
    public static int $calls = 0;

    public static function count(): bool
    {
        self::$calls++;

        return false;
    }

    public function __invoke(): bool
    {
        return self::count();
    }

    public function own(): bool
    {
        return self::count();
    }

    public function __call(string $name, array $given): bool
    {
        return self::count();
    }

    public static function hidden(): Closure
    {
        return (fn () => self::secret())(...);
    }

    private static function secret(): bool
    {
        return self::count();
    }

    public static function setsSecret(): void
    {
        RedisMutexLock::onWait([self::class, 'secret']);
    }
}

function waits(): bool
{
    return Waits::count();
}

$server = RedisServer::shared();
$name = Check::unique('callables');
$holder = new RedisMutexLock($server->url(command_timeout: 30));
Check::true($holder->lock($name, 0, 600), 'held');
$waiter = new RedisMutexLock($server->url(command_timeout: 30));
$calls = function (int $tries = 5) use ($waiter, $name): int {
    do {
        Waits::$calls = 0;
        Check::same(false, $waiter->lock($name, 0.3, 60), 'not granted');
        // Where answers are slow, the time may be over before anything has to sleep. Such a round is repeated.
    } while (Waits::$calls === 0 && --$tries > 0);

    return Waits::$calls;
};
$callables = [
    'waits', 'Waits::count', [Waits::class, 'count'], [new Waits(), 'own'], [new Waits(), 'by_call'], new Waits(),
    waits(...), Waits::hidden(), fn (): bool => Waits::count(),
];
foreach ($callables as $number => $callable) {
    RedisMutexLock::onWait($callable);
    Check::between(1, 20, $calls(), "calls of callable $number");
}
Waits::setsSecret();
Check::between(1, 20, $calls(), 'calls of a private method that its own class has set');
foreach (['no_such_function', [Waits::class, 'secret'], 7, new stdClass()] as $wrong) {
    Check::throws(TypeError::class, fn () => RedisMutexLock::onWait($wrong), 'RedisMutexLock::onWait(): Argument #1 ($wait) must be');
}
Check::between(1, 20, $calls(), 'the callable that was set before');
Check::throws(ArgumentCountError::class, fn () => RedisMutexLock::onWait());
Check::same(null, RedisMutexLock::onWait(null), 'the result');
Check::same(0, $calls(tries: 1), 'calls after null');
echo "done\n";
?>
--EXPECT--
done
