--TEST--
A callback that holds its own object is garbage with it: the collector frees both and the lock is released
--FILE--
<?php
class Job
{
    public function __construct(public RedisMutexLock $lock)
    {
        $lock->onLost([$this, 'stop']);
    }

    private function stop(): void
    {
    }
}

$redis = RedisServer::shared();
$client = $redis->client();
gc_disable();
$ways = [
    'a closure' => function (RedisMutexLock $lock): void {
        $lock->onLost(function () use ($lock): void {});
    },
    'a method of an object that has it' => function (RedisMutexLock $lock): void {
        new Job($lock);
    },
    'its own method' => function (RedisMutexLock $lock): void {
        $lock->onLost([$lock, 'held']);
    },
    'after its properties were looked at' => function (RedisMutexLock $lock): void {
        Check::same(1, count((array) $lock), 'properties');
        $lock->onLost(function () use ($lock): void {});
        ob_start();
        var_dump($lock);
        ob_end_clean();
    },
];
foreach ($ways as $way => $set) {
    $name = Check::unique('collected');
    $lock = new RedisMutexLock($redis->url());
    Check::true($lock->lock($name, 0, 600), "$way: lock");
    $set($lock);
    $object = WeakReference::create($lock);
    Check::same(0, gc_collect_cycles(), "$way: nothing is garbage yet");
    Check::same([$name], $object->get()->held(), "$way: it lives");
    unset($lock);
    Check::true($object->get() !== null, "$way: a cycle lives on");
    Check::true(gc_collect_cycles() > 0, "$way: collected");
    Check::same(null, $object->get(), "$way: it is gone");
    Check::same(0, $client->call('EXISTS', "lock:$name"), "$way: the lock is released");
}

// Removed or replaced, a callback keeps nothing alive; neither does a dead object keep its callback.
$lock = new RedisMutexLock($redis->url());
$captured = [];
foreach (['replaced', 'removed', 'the object dies'] as $i => $how) {
    $thing = new stdClass();
    $captured[$how] = WeakReference::create($thing);
    $lock->onLost(function () use ($thing): void {});
    unset($thing);
    Check::true($captured[$how]->get() !== null, "$how: kept until then");
    match ($how) {
        'replaced' => $lock->onLost('strlen'),
        'removed' => $lock->onLost(null),
        'the object dies' => $lock = null,
    };
    Check::same(null, $captured[$how]->get(), $how);
}

// The destructor of a callback that onLost() frees may use the object: the object has the new callback already.
$lock = new RedisMutexLock($redis->url());
$last = new class($lock) {
    public function __construct(private RedisMutexLock $lock)
    {
    }

    public function __destruct()
    {
        echo count($this->lock->held()), "\n";
        $this->lock->onLost(null);
    }
};
$lock->onLost(function () use ($last): void {});
unset($last);
$lock->onLost('strlen');
Check::same(null, (new ReflectionProperty($lock, 'onLost'))->getValue($lock), 'what the destructor set');

echo 'done';
?>
--EXPECT--
0
done
