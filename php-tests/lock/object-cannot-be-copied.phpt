--TEST--
Objects cannot be cloned, serialised or unserialised
--FILE--
<?php
class Sub extends RedisMutexLock
{
    public function __clone()
    {
        throw new LogicException('a method of its own changes nothing');
    }
}
$url = RedisServer::shared()->url();
$name = Check::unique('copy');

foreach ([RedisMutexLock::class, Sub::class] as $class) {
    $lock = new $class($url);
    Check::same(true, $lock->lock($name), 'lock');
    Check::throws(Error::class, fn () => clone $lock, 'Trying to clone an uncloneable object of class ');
    Check::throws(Exception::class, fn () => serialize($lock), "Serialization of '$class' is not allowed");
    Check::throws(Exception::class, fn () => serialize([1, ['x' => $lock]]), "Serialization of '$class' is not allowed");
    $length = strlen($class);
    foreach (["O:$length:\"$class\":0:{}", "C:$length:\"$class\":0:{}"] as $text) {
        Check::throws(Exception::class, fn () => unserialize($text), "Unserialization of '$class' is not allowed");
    }
    Check::same(true, $lock->isLocking($name), 'the lock is as it was');
    Check::same(true, $lock->unlock($name), 'unlock');
}

echo 'done';
?>
--EXPECT--
done
