--TEST--
onLost takes every kind of callable, or null, and returns nothing; the caller's own private methods too
--FILE--
<?php
function reported(string $name, RedisMutexLock $lock): void
{
}
class Job
{
    public function __construct(private RedisMutexLock $lock)
    {
    }

    public function watch(): void
    {
        $this->lock->onLost([$this, 'stop']);
        $this->lock->onLost([self::class, 'halt']);
        $this->lock->onLost('Job::halt');
    }

    public function __invoke(): void
    {
    }

    private function stop(): void
    {
    }

    private static function halt(): void
    {
    }
}
class Magic
{
    public function __call(string $name, array $arguments): void
    {
    }
}

/** The private property, which only a dump shows. */
function kept(RedisMutexLock $lock): mixed
{
    return (new ReflectionProperty(RedisMutexLock::class, 'onLost'))->getValue($lock);
}

// No connection: onLost sends no command.
$lock = new RedisMutexLock('redis://127.0.0.1:1');
Check::same(null, kept($lock), 'at first');
foreach ([
    'a function' => 'reported',
    'an internal function' => 'strlen',
    'a closure' => function (): void {},
    'a first-class callable' => strlen(...),
    'an object' => new Job($lock),
    'a method' => [$lock, 'held'],
    'a static method' => [RedisMutexLock::class, 'generateToken'],
    'a magic method' => [new Magic(), 'anything'],
] as $kind => $callback) {
    Check::same(null, $lock->onLost($callback), $kind);
    Check::true(kept($lock) instanceof Closure, "$kind is kept");
    Check::same(null, $lock->onLost(null), "null after $kind");
    Check::same(null, kept($lock), "$kind is removed");
}
Check::same(null, $lock->onLost(callback: 'reported'), 'by name');
(new Job($lock))->watch();
Check::true(kept($lock) instanceof Closure, 'private methods');

// A subclass may have a property of that name. It is a different property.
class Named extends RedisMutexLock
{
    public string $onLost = 'mine';
}
$named = new Named('redis://127.0.0.1:1');
$named->onLost('reported');
Check::same('mine', $named->onLost, "the subclass' own property");
Check::true(kept($named) instanceof Closure, 'the callback');

echo 'done';
?>
--EXPECT--
done
