--TEST--
Under valgrind a script that uses everything, renewals and callbacks included, reads and writes no memory that is not its own and leaks nothing
--FILE--
<?php
$redis = RedisServer::shared();
$name = Check::unique('valgrind');
$script = <<<'PHP'
    <?php
    [, $url, $unix, $name] = $argv;
    $until = function (callable $done): void {
        for ($end = hrtime(true) + 60e9; !$done(); usleep(1000)) {
            hrtime(true) < $end || throw new Exception('it does not come');
        }
    };
    class Sub extends RedisMutexLock
    {
        public mixed $cycle;
    }

    // Renewed while PHP computes, fenced, beside fixed ones; over TCP and over a Unix socket.
    $lock = new RedisMutexLock(['url' => $url, 'lease' => 6, 'fencing' => true]);
    $other = new RedisMutexLock(['url' => $unix, 'lease' => 6]);
    $lost = [];
    $lock->onLost(function (string $name, RedisMutexLock $of) use (&$lost, $lock) {
        $lost[] = [$name, $of === $lock];
    });
    $lock->lock("$name-a", expire: null) && $other->lock("$name-b", 0, null) && $lock->lock("$name-c") || exit(11);
    $until(fn () => RedisMutexLock::stats()['renewed'] >= 2);
    $lock->isLocking("$name-a") && $lock->fence("$name-a") && $lock->token("$name-a") && $lock->owner("$name-a")
        && $lock->isLocked("$name-a") && $lock->remaining("$name-a") > 0 && count($lock->held()) === 2 || exit(12);

    // Lost locks, with a callback, and with a callback that throws.
    $other->forceUnlock("$name-a") || exit(13);
    $until(function () use (&$lost, $name) {
        return $lost === [["$name-a", true]];
    });
    $lock->onLost(fn () => throw new LogicException('stop'));
    $lock->lock("$name-a", expire: null) && $other->forceUnlock("$name-a") || exit(14);
    try {
        $until(fn () => false);
    } catch (LogicException) {
        $lost = [];
    }
    $lost === [] || exit(15);

    // expire, hand-over, synchronized, misuse and errors.
    $lock->expire("$name-c", 60) && $lock->lock("$name-e", expire: null) && $lock->expire("$name-e", 90) || exit(16);
    $lock->lock("$name-f", expire: null) && $other->adopt("$name-f", $lock->detach("$name-f"), null) || exit(17);
    $lock->synchronized("$name-g", fn () => 7) === 7 || exit(18);
    foreach ([
        fn () => $other->synchronized("$name-c", fn () => 1, timeout: 0.3),
        fn () => $lock->synchronized("$name-h", fn () => throw new RedisMutexLockTimeoutException()),
        fn () => $lock->lock('', -1),
        fn () => $lock->onLost('no such function'),
        fn () => new RedisMutexLock(['hosst' => 'x']),
        fn () => @(new RedisMutexLock(['port' => 1]))->lock('x'),
    ] as $i => $wrong) {
        try {
            $wrong();
            exit(20 + $i);
        } catch (RedisMutexLockException | ValueError | TypeError) {
        }
    }
    // A hand-over from another process, which waits for our lock: its line says that it waits.
    echo "holding\n";
    fgets(STDIN);
    $lock->unlock("$name-c") || exit(31);
    $other->lock("$name-c", 20, null) || exit(32);

    // Objects die at once, and as garbage.
    $sub = new Sub($url);
    $sub->lock("$name-i", expire: null) || exit(33);
    $sub->cycle = $sub;
    $sub->onLost(fn () => $sub);
    unset($sub);
    gc_collect_cycles();
    $lock->isLocked("$name-i") && exit(34);
    for ($i = 0; $i < 40; $i++) {
        $lock->lock("$name-$i", expire: null) || exit(35);
    }
    for ($i = 0; $i < 20; $i++) {
        $lock->unlock("$name-$i") || exit(36);
    }
    RedisMutexLock::stats()['lost'] === 2 || exit(37);
    RedisMutexLock::generateToken();
    ob_start();
    phpinfo(INFO_MODULES);
    ob_end_clean();
    // PHP's own heap keeps a cycle that is alive at the end, and valgrind does not see that heap.
    $lock->onLost(null);
    register_shutdown_function(function () use ($lock) {
        echo count($lock->held()), " held at the end\n";
    });
    PHP;

$waiter = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    hear();
    $lock = new RedisMutexLock($url);
    Tests\Check::true($lock->lock("$name-c", 60), 'lock');
    usleep(50_000);
    $lock->unlock("$name-c");
    PHP, [$redis->url(), $name]);
$valgrind = new Valgrind($script, [$redis->url(), $redis->unixUrl(), $name]);
$valgrind->expect('holding');
$waiter->tell('');
Check::eventually(fn (): bool => $redis->client()->call('EXISTS', "lock:$name-c:queue:{lock:$name-c}") === 1, 10, 'one waits');
$valgrind->goOn();
$valgrind->finish("holding\n21 held at the end\n");
$waiter->finish();
Check::same([], array_filter($redis->client()->call('KEYS', "lock:$name*"), fn ($key) => !str_contains($key, ':fence:')), 'nothing is left');
echo 'done';
?>
--EXPECT--
done
