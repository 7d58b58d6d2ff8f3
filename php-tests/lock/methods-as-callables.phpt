--TEST--
Methods work as callables, through reflection and in generators like those of any class
--FILE--
<?php
$lock = new RedisMutexLock(RedisServer::shared()->url());
$names = [Check::unique('a'), Check::unique('b')];

Check::same([true, true], array_map($lock->lock(...), $names), 'first class');
Check::same([true, true], array_map([$lock, 'isLocking'], $names), 'as array');
Check::same([true, true], array_map(Closure::fromCallable([$lock, 'unlock']), $names), 'as closure');
Check::same(32, strlen(call_user_func('RedisMutexLock::generateToken')), 'static, as text');
Check::same(32, strlen($lock->generateToken()), 'static, through an object');
Check::same(true, (new ReflectionMethod($lock, 'lock'))->invoke($lock, $names[0], expire: 5), 'through reflection');
Check::same(true, $lock?->unlock($names[0]), 'nullsafe');
// PHP ignores the case of the names of methods.
Check::same(true, $lock->LOCK($names[0]), 'upper case');
Check::throws(Error::class, fn () => RedisMutexLock::lock('a'), 'Non-static method RedisMutexLock::lock() cannot be called statically');
Check::throws(Error::class, fn () => $lock->locks('a'), 'Call to undefined method RedisMutexLock::locks()');

$steps = (static function () use ($lock, $names): Generator {
    yield $lock->lock($names[1]);
    yield $lock->isLocking($names[1]);
    yield $lock->unlock($names[1]);
})();
Check::same([true, true, true], iterator_to_array($steps), 'in a generator');

echo 'done';
?>
--EXPECT--
done
