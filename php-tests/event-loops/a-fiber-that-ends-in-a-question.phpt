--TEST--
A fiber that is destroyed or thrown into while it waits for an answer leaves no lock and stops the loop for a moment only
--FILE--
<?php
$server = RedisServer::start();
$client = $server->client();
foreach (['destroyed', 'thrown into'] as $how) {
    foreach (['held before' => true, 'free' => false] as $what => $isHeld) {
        $loop = new FiberLoop();
        RedisMutexLock::onWait($loop->wait(...));
        $name = Check::unique('ended');
        $holder = new RedisMutexLock($server->url(command_timeout: 30));
        !$isHeld || Check::true($holder->lock($name, 0, 60), "$how, $what: held");
        $lock = new RedisMutexLock($server->url(command_timeout: 30));
        $lock->isLocking('opens the connection');
        $thrown = null;
        // On a busy machine the questions so far may have taken longer than a millisecond too.
        $loop->calls = 0;
        $server->pause();
        $fiber = $loop->start(function () use ($lock, $name, &$thrown): void {
            try {
                $lock->lock($name, 20, 60);
                $thrown = 'nothing';
            } catch (Throwable $it) {
                $thrown = $it;
            }
        });
        $loop->runUntil(static fn (): bool => $fiber->isSuspended());
        Check::same(1, $loop->calls, "$how, $what: suspended in its question");
        $watch = new Stopwatch();
        if ($how === 'destroyed') {
            $loop->forget($fiber);
            unset($fiber);
            gc_collect_cycles();
        } else {
            $loop->throwInto($fiber, new DomainException('cancelled'));
        }
        $seconds = $watch->seconds();
        $server->resume();
        Check::between(0, 0.1, $seconds, "$how, $what: seconds of the end");
        if ($how === 'destroyed') {
            Check::same(null, $thrown, "$what: what the fiber has caught");
        } else {
            Check::same(DomainException::class, get_class($thrown), "$what: what the fiber has caught");
            Check::same(null, $thrown->getPrevious(), "$what: in front of it");
        }
        Check::same([], $lock->held(), "$how, $what: held()");
        // The object releases what its interrupted call may have got.
        Check::true($lock->unlockAll(), "$how, $what: unlockAll");
        !$isHeld || Check::true($holder->unlock($name), "$how, $what: the holder is not disturbed");
        Check::same(0, $client->call('EXISTS', "lock:$name"), "$how, $what: the lock is free");
        (new Queue($server, $name))->vanishes();
    }
}
echo "done\n";
?>
--EXPECT--
done
