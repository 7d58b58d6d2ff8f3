--TEST--
The exceptions are a tree below RuntimeException, which user code may extend and create
--FILE--
<?php
$tree = [
    'RedisMutexLockException' => RuntimeException::class,
    'RedisMutexLockUnavailableException' => RedisMutexLockException::class,
    'RedisMutexLockTimeoutException' => RedisMutexLockException::class,
    'RedisMutexLockLostException' => RedisMutexLockException::class,
];
$previous = new Exception('before');
foreach ($tree as $class => $parent) {
    Check::same($parent, get_parent_class($class), "parent of $class");
    $reflection = new ReflectionClass($class);
    Check::same([false, false, true], [$reflection->isFinal(), $reflection->isAbstract(), $reflection->isInternal()], $class);

    $line = __LINE__ + 1;
    $exception = new $class('words', 7, $previous);
    Check::same(['words', 7, $previous], [$exception->getMessage(), $exception->getCode(), $exception->getPrevious()], $class);
    Check::same([__FILE__, $line], [$exception->getFile(), $exception->getLine()], 'file and line');
    Check::same(['', 0, null], [(new $class())->getMessage(), (new $class())->getCode(), (new $class())->getPrevious()], 'by default');
    Check::true(str_starts_with((string) $exception, "Exception: before"), 'as text');
    Check::same($exception, Check::throws($class, fn () => throw $exception, 'words'), 'thrown');
}
Check::same(null, (new RedisMutexLockLostException())->result, 'result by default');
$property = new ReflectionProperty('RedisMutexLockLostException', 'result');
Check::same(['mixed', true, false], [(string) $property->getType(), $property->isPublic(), $property->isReadOnly()], 'result');

class Busy extends RedisMutexLockTimeoutException
{
    public function __construct(public readonly string $name)
    {
        parent::__construct("$name is busy");
    }
}
class Gone extends RedisMutexLockLostException
{
    public mixed $result = 'nothing';
}
foreach ([RuntimeException::class, RedisMutexLockException::class, RedisMutexLockTimeoutException::class, Busy::class] as $class) {
    try {
        throw new Busy('a');
    } catch (Exception $caught) {
        Check::true($caught instanceof $class, "Busy is a $class");
    }
}
Check::same(['a is busy', 'a'], [$caught->getMessage(), $caught->name], 'a class of the user');
$gone = new Gone('x');
Check::same('nothing', $gone->result, 'an overridden default');
$gone->result = [1];
Check::same([1], $gone->result, 'a result of the user');

echo 'done';
?>
--EXPECT--
done
