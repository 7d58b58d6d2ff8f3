--TEST--
lockAll() and synchronizedAll() refuse wrong names before anything is sent, and name the position
--FILE--
<?php
$lock = new RedisMutexLock(['url' => 'redis://127.0.0.1:1']);
$refuses = static function (string $class, string $words, mixed ...$given) use ($lock): void {
    $thrown = Check::throws($class, static fn () => $lock->lockAll(...$given));
    Check::same("RedisMutexLock::lockAll(): Argument #1 (\$names) $words", $thrown->getMessage(), 'message');
};
$refuses(ValueError::class, 'must have from 1 to 1000 names, 0 given', []);
$refuses(ValueError::class, 'must have from 1 to 1000 names, more than 1000 given', range(1, 1001));
$refuses(ValueError::class, 'must have names of 1 to 4096 bytes, 0 given at position 2', ['a', '']);
$refuses(ValueError::class, 'must have names of 1 to 4096 bytes, 4097 given at position 1', [str_repeat('a', 4097)]);
$refuses(TypeError::class, 'must have names of type string, null given at position 3', ['k' => 'a', 'b', null]);
$refuses(TypeError::class, 'must have names of type string, float given at position 1', [1.5]);
$refuses(TypeError::class, 'must have names of type string, ArrayObject given at position 1', [new ArrayObject()]);
$refuses(TypeError::class, 'must be of type array, string given', 'a');
foreach ([-1, NAN] as $timeout) {
    Check::throws(ValueError::class, static fn () => $lock->lockAll(['a'], $timeout));
}
Check::throws(ValueError::class, static fn () => $lock->lockAll(['a'], 0, 0));
Check::throws(ValueError::class, static fn () => $lock->lockAll(['a'], 0, 20, 0));
Check::throws(ValueError::class, static fn () => $lock->synchronizedAll([], static fn () => 1));
Check::throws(TypeError::class, static fn () => $lock->synchronizedAll(['a'], 'no function'));
// A thousand names are allowed, and twice counts once. Only now is a server asked.
$names = [...range(1, 1000), ...range(1, 1000)];
Check::throws(RedisMutexLockUnavailableException::class, static fn () => $lock->lockAll($names));
$reference = 'a';
$names = [&$reference];
Check::throws(RedisMutexLockUnavailableException::class, static fn () => $lock->lockAll($names));
echo "done\n";
?>
--EXPECT--
done
