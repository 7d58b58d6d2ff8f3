--TEST--
onLost of something that cannot be called is PHP's own TypeError, and the callback before stays
--FILE--
<?php
class Place
{
    private static function hidden(): void
    {
    }

    public function ordinary(): void
    {
    }
}

$lock = new RedisMutexLock('redis://127.0.0.1:1');
$property = new ReflectionProperty(RedisMutexLock::class, 'onLost');
$lock->onLost(fn () => null);
$before = $property->getValue($lock);
foreach ([
    'nowhere', '', 'Place::hidden', 'Place::missing', ['Place'], ['Place', 'missing'], ['Nowhere', 'x'], [new Place(), 'hidden'],
    'Place::ordinary', new Place(), [], 1, 1.5, true,
] as $value) {
    // The message ends like that of a native function.
    $native = Check::throws(TypeError::class, static fn () => set_error_handler($value))->getMessage();
    $reason = substr($native, strlen('set_error_handler(): Argument #1 ($callback) '));
    $ours = Check::throws(TypeError::class, static fn () => $lock->onLost($value));
    Check::same("RedisMutexLock::onLost(): Argument #1 (\$callback) $reason", $ours->getMessage(), 'message');
    Check::same($before, $property->getValue($lock), 'the callback before');
}
Check::throws(ArgumentCountError::class, fn () => $lock->onLost(), 'RedisMutexLock::onLost() expects exactly 1 argument, 0 given');
Check::throws(ArgumentCountError::class, fn () => $lock->onLost(null, 1), 'expects exactly 1 argument, 2 given');
Check::throws(Error::class, fn () => RedisMutexLock::onLost(null), 'Non-static method');

echo 'done';
?>
--EXPECT--
done
