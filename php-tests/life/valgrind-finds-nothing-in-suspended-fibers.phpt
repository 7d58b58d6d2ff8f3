--TEST--
Under valgrind fibers that wait, ask a slow server, are destroyed and thrown into touch no memory that is not theirs and leak nothing
--FILE--
<?php
$server = RedisServer::shared();
$proxy = Proxy::to($server, ['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 20]);
$script = <<<'PHP'
    <?php
    [, $url, $name, $library] = $argv;
    require $library;
    $loop = new Tests\FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    $holder = new RedisMutexLock($url);
    $holder->lock($name, 0, 600) || exit(11);
    $granted = 0;
    $fibers = [];
    for ($i = 0; $i < 25; $i++) {
        $fibers[] = $loop->start(function () use ($url, $name, $i, &$granted) {
            $lock = new RedisMutexLock($url);
            try {
                // More of them than there are seats ask at once, and a release of two locks is a round.
                $lock->lock("$name-a-$i", 0, 600) && $lock->lock("$name-b-$i", 0, 600) && $lock->unlockAll() || exit(12);
                $granted += $lock->lock($name, 120, 600) ? 1 : 0;
                $lock->unlock($name);
            } catch (DomainException) {
            }
        });
    }
    $loop->runUntil(fn () => $holder->list($name)[0]['waiters'] === 25, 120);
    foreach ([0, 1, 2] as $number) {
        $loop->throwInto($fibers[$number], new DomainException('cancelled'));
        $loop->forget($fibers[$number + 3]);
        unset($fibers[$number + 3]);
    }
    gc_collect_cycles();
    // These are destroyed in a question, and in the line for a seat.
    $asking = [];
    for ($i = 0; $i < 20; $i++) {
        $asking[] = $fiber = new Fiber(fn () => (new RedisMutexLock($url))->synchronized("$name-c-$i", fn () => 1));
        $fiber->start();
    }
    unset($fiber);
    $asking = [];
    gc_collect_cycles();
    $holder->unlock($name) || exit(13);
    $loop->run(120);
    echo "granted $granted\n";
    PHP;
$valgrind = new Valgrind($script, [$proxy->url(), Check::unique('fibers'), dirname(__DIR__) . '/lib/autoload.php']);
$valgrind->finish("granted 19\n", 250);
echo "done\n";
?>
--EXPECT--
done
