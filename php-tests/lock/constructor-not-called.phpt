--TEST--
A subclass that did not call the parent's constructor gets a clear Error from every method
--FILE--
<?php
class Forgetful extends RedisMutexLock
{
    public function __construct()
    {
    }
}
$objects = [new Forgetful(), (new ReflectionClass(RedisMutexLock::class))->newInstanceWithoutConstructor()];

foreach ($objects as $lock) {
    foreach ((new ReflectionClass(RedisMutexLock::class))->getMethods() as $method) {
        if ($method->isStatic() || $method->isConstructor()) {
            continue;
        }
        $second = $method->getName() === 'synchronized' ? 'time' : '5';
        $arguments = array_slice(['a', $second], 0, $method->getNumberOfRequiredParameters());
        $error = Check::throws(Error::class, fn () => $method->invoke($lock, ...$arguments));
        Check::same('RedisMutexLock::__construct() has not been called', $error->getMessage(), $method->getName());
    }
    // The object can still be dumped and dropped.
    ob_start();
    var_dump($lock);
    Check::true(str_contains(ob_get_clean(), '(1) {'), 'var_dump');
    Check::same(["\0RedisMutexLock\0onLost" => null], (array) $lock, 'as array');
}
unset($objects, $lock);

// A constructor that failed leaves no usable object.
$lock = (new ReflectionClass(RedisMutexLock::class))->newInstanceWithoutConstructor();
Check::throws(ValueError::class, fn () => $lock->__construct('nonsense://x'));
Check::throws(Error::class, fn () => $lock->lock('a'), 'has not been called');
// A second call of the constructor may repair the object.
$name = Check::unique('repaired');
$lock->__construct(RedisServer::shared()->url());
Check::same(true, $lock->lock($name), 'lock after a constructor that worked');

echo 'done';
?>
--EXPECT--
done
