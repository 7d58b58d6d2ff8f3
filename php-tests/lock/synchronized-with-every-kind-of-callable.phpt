--TEST--
synchronized calls everything that PHP can call from there, and dereferences the result
--FILE--
<?php
class Magic
{
    public function __call(string $name, array $arguments): string
    {
        return "$name " . count($arguments);
    }

    public static function __callStatic(string $name, array $arguments): string
    {
        return "static $name " . count($arguments);
    }
}
class Inside
{
    private function hidden(): string
    {
        return 'hidden';
    }

    public function run(RedisMutexLock $lock, string $name): string
    {
        // Only code of this class can call it.
        return $lock->synchronized($name, [$this, 'hidden'], 0, 30);
    }
}
$lock = new RedisMutexLock(RedisServer::shared()->url());
$name = Check::unique('callable');

Check::same('foo 0', $lock->synchronized($name, [new Magic(), 'foo'], 0, 30), '__call');
Check::same('foo 0', $lock->synchronized($name, (new Magic())->foo(...), 0, 30), '__call, first class');
Check::same('static bar 0', $lock->synchronized($name, 'Magic::bar', 0, 30), '__callStatic');
Check::same('hidden', (new Inside())->run($lock, $name), 'a private method');
Check::throws(TypeError::class, fn () => $lock->synchronized($name, [new Inside(), 'hidden'], 0, 30), 'cannot access private method');

// A returned reference becomes a value.
$value = [1];
$result = $lock->synchronized($name, function &() use (&$value): array {
    return $value;
}, 0, 30);
$result[] = 2;
Check::same([1], $value, 'the original');

// Exceptions that PHP throws for the callback pass through like the callback's own.
Check::throws(ArgumentCountError::class, fn () => $lock->synchronized($name, fn ($x) => $x, 0, 30), 'Too few arguments');
Check::throws(TypeError::class, fn () => $lock->synchronized($name, fn (): int => 'text', 0, 30), 'Return value');
Check::same([], $lock->held(), 'held');
Check::same(false, $lock->isLocked($name), 'the lock');

echo 'done';
?>
--EXPECT--
done
