--TEST--
When the first waiter of a process is destroyed, cancelled, times out or gives up, the next one sleeps in Redis in its place
--FILE--
<?php
$server = RedisServer::start();
$ends = [
    'destroyed' => function (FiberLoop $loop, WeakReference $fiber): void {
        $loop->forget($fiber->get());
        gc_collect_cycles();
    },
    'cancelled' => fn (FiberLoop $loop, WeakReference $fiber) => $loop->throwInto($fiber->get(), new LogicException('x')),
    'timed out' => fn (FiberLoop $loop) => $loop->runUntil(fn (): bool => false, 0.6),
];
foreach ($ends as $what => $end) {
    $queue = new Queue($server, Check::unique('next'));
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($queue->name, 0, 60), "$what: held");
    $loop = new FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    $wait = function (float $timeout) use ($server, $queue): bool {
        $lock = new RedisMutexLock($server->url());
        try {
            // Only a wake-up ends a sleep soon.
            return $lock->lock($queue->name, $timeout, 60, 60_000_000) && $lock->unlock($queue->name);
        } catch (LogicException) {
            return false;
        }
    };
    $first = WeakReference::create($loop->start(fn () => $wait($what === 'timed out' ? 0.3 : 60)));
    $others = [];
    foreach ([1, 2, 3] as $number) {
        $others[] = $loop->start(fn () => $wait(60));
    }
    $loop->runUntil(fn (): bool => count($queue->tokens()) === 4 && count($queue->sleepers()) === 1);
    $second = $queue->tokens()[1];
    $end($loop, $first);
    $loop->runUntil(fn (): bool => count($queue->tokens()) === 3 && count($queue->sleepers()) === 1);
    Check::same($second, $queue->tokens()[0], "$what: the second is the first");
    Check::same(null, $first->get(), "$what: the first has ended");
    $began = hrtime(true);
    Check::true($holder->unlock($queue->name), "$what: released");
    $loop->run();
    foreach ($others as $other) {
        Check::true($other->getReturn(), "$what: the others have got the lock");
    }
    // A line that stands still would end a slice of a second for each of them first.
    Check::between(0, 1.9, (hrtime(true) - $began) / 1e9, "$what: seconds for all of them");
    $queue->vanishes();
}
echo "done\n";
?>
--EXPECT--
done
