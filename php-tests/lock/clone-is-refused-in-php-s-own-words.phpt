--TEST--
Cloning is refused in PHP's own words, which name the object's class, and reflection says so beforehand
--FILE--
<?php
class Sub extends RedisMutexLock
{
}
class Unborn extends RedisMutexLock
{
    public function __construct()
    {
    }
}
$url = RedisServer::shared()->url();
$name = Check::unique('clone');
$objects = [
    new RedisMutexLock($url),
    new Sub($url),
    new Unborn(),
    (new ReflectionClass(RedisMutexLock::class))->newInstanceWithoutConstructor(),
    (new ReflectionClass(Sub::class))->newInstanceWithoutConstructor(),
    new class ($url) extends RedisMutexLock {
    },
];
foreach ($objects as $i => $lock) {
    // PHP tells the name of a class without a name up to its NUL byte.
    $class = strtok($lock::class, "\0");
    $error = Check::throws(Error::class, fn () => clone $lock);
    // PHP's own words for a class that cannot be cloned.
    $native = Check::throws(Error::class, fn () => clone (fn () => yield 1)());
    Check::same(str_replace('Generator', $class, $native->getMessage()), $error->getMessage(), "the message of object $i");
    Check::same(false, (new ReflectionClass($lock::class))->isCloneable(), "isCloneable of the class of object $i");
    Check::same(false, (new ReflectionObject($lock))->isCloneable(), "isCloneable of object $i");
}
foreach (array_slice($objects, 0, 2) as $lock) {
    Check::true($lock->lock($name, 0, 60), 'lock');
    Check::throws(Error::class, fn () => clone $lock);
    Check::throws(Error::class, fn () => unserialize(serialize([clone $lock])));
    Check::same([[$name], true, true], [$lock->held(), $lock->isLocking($name), $lock->unlock($name)], 'the lock is as it was');
}
echo 'done';
?>
--EXPECT--
done
