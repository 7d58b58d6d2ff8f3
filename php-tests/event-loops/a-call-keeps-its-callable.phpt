--TEST--
A call that has begun keeps its callable when another one is set or it is removed, and the next call gets the new one
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('kept');
$loop = new FiberLoop();
$calls = ['first' => 0, 'second' => 0];
// Other calls of these fibers, whose answers may take longer than a millisecond, do not count.
$waiting = new SplObjectStorage();
$callable = function (string $which) use ($loop, &$calls, $waiting): Closure {
    return function (mixed ...$given) use ($loop, $which, &$calls, $waiting): ?bool {
        $fiber = Fiber::getCurrent();
        $calls[$which] += $fiber === null || isset($waiting[$fiber]) ? 1 : 0;

        return $loop->wait(...$given);
    };
};
foreach (['removed' => null, 'replaced' => 'second'] as $what => $new) {
    $calls = ['first' => 0, 'second' => 0];
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($name, 0, 60), "$what: held");
    RedisMutexLock::onWait($callable('first'));
    $granted = 0;
    for ($i = 0; $i < 3; $i++) {
        $loop->start(function () use ($server, $name, $what, $loop, $waiting, &$granted): void {
            $lock = new RedisMutexLock($server->url());
            // While this call waits, its slices end several times.
            $waiting[Fiber::getCurrent()] = true;
            Check::true($lock->lock($name, 60, 60, 50_000), "$what: granted");
            unset($waiting[Fiber::getCurrent()]);
            $granted++;
            $loop->sleep(0.01);
            Check::true($lock->unlock($name), "$what: released");
        });
    }
    $loop->start(function () use ($loop, $holder, $name, $what, $new, $callable, &$calls): void {
        $loop->sleep(0.2);
        RedisMutexLock::onWait($new === null ? null : $callable($new));
        gc_collect_cycles();
        $before = $calls['first'];
        $began = hrtime(true);
        $loop->sleep(0.3);
        Check::between(0.3, 20, (hrtime(true) - $began) / 1e9, "$what: the loop goes on");
        Check::between($before + 2, 1000, $calls['first'], "$what: the first callable goes on");
        // A method that ends changes nothing for the suspended calls.
        $holder->isLocking($name);
        $loop->sleep(0.2);
        Check::true($holder->unlock($name), "$what: released to the waiters");
    });
    $loop->run();
    Check::same(3, $granted, "$what: all were granted");
    Check::same(0, $calls['second'], "$what: calls of the new one so far");
    // The next call has the new callable, or none.
    $before = $calls['first'];
    Check::true($holder->lock($name, 0, 60), "$what: held again");
    $waiter = new RedisMutexLock($server->url());
    Check::same(false, $waiter->lock($name, 0.1, 60), "$what: not granted");
    Check::same($before, $calls['first'], "$what: the old callable is not called");
    Check::same($new !== null, $calls['second'] > 0, "$what: the new one is");
    $holder->unlock($name);
}
echo "done\n";
?>
--EXPECT--
done
