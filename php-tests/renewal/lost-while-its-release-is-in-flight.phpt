--TEST--
A renewed lease that runs out during its release is a loss: unlock tells it once, and no callback is called after that
--FILE--
<?php
$server = RedisServer::shared();
foreach (['unlock', 'unlockAll', 'synchronized'] as $how) {
    $proxy = Proxy::to($server);
    // The rest of the lease ends while the release waits for its answer.
    $lock = new RedisMutexLock([...$proxy->config(), 'lease' => 0.6, 'command_timeout' => 0.9]);
    $reported = [];
    $lock->onLost(function (string $name) use (&$reported): void {
        $reported[] = $name;
    });
    $name = Check::unique($how);
    $silence = static fn () => $proxy->pause();
    if ($how === 'synchronized') {
        Check::throws(RedisMutexLockLostException::class, fn () => $lock->synchronized($name, $silence));
    } else {
        Check::true($lock->lock($name, expire: null), "$how: lock");
        $silence();
        Check::same(false, $how === 'unlock' ? $lock->unlock($name) : $lock->unlockAll(), "$how: its word");
    }
    // Long enough for the interrupt that would call a callback.
    for ($end = hrtime(true) + 200_000_000; hrtime(true) < $end;) {
        $lock->held();
    }
    Check::same([], $reported, "$how: reported by a callback as well");
    $proxy->resume();
    Check::true($lock->unlockAll(), "$how: nothing is left to tell");
}
echo 'done';
?>
--EXPECT--
done
