--TEST--
A callback of synchronized may suspend its fiber, and other fibers use the same object meanwhile
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$name = Check::unique('fiber');
$start = static function (string $name) use ($lock): Fiber {
    $fiber = new Fiber(fn () => $lock->synchronized($name, fn () => 'got ' . Fiber::suspend("in $name"), 0, 600));
    Check::same("in $name", $fiber->start(), 'suspended');

    return $fiber;
};
$held = static function () use ($lock): array {
    $names = $lock->held();
    sort($names);

    return $names;
};

$a = $start("$name-a");
$b = $start("$name-b");
Check::same(["$name-a", "$name-b"], $held(), 'both hold theirs');
Check::throws(RedisMutexLockTimeoutException::class, fn () => $lock->synchronized("$name-a", fn () => 1, 0, 5));
// The fibers end in another order than they began.
$a->resume('x');
Check::same(['got x', ["$name-b"]], [$a->getReturn(), $held()], 'the first ends first');

$c = $start("$name-c");
Check::throws(DomainException::class, fn () => $c->throw(new DomainException('into it')), 'into it');
Check::same(["$name-b"], $held(), 'after an exception into a fiber');

// PHP unwinds a fiber that is dropped, and its lock is released.
unset($b);
gc_collect_cycles();
Check::same([], $held(), 'after a fiber was destroyed');
Check::same([], $redis->call('KEYS', "lock:$name*"), 'keys');

echo 'done';
?>
--EXPECT--
done
