--TEST--
unlock, unlockAll and synchronized say at once that a lease is lost, though the server does not answer
--FILE--
<?php
$server = RedisServer::shared();
$slow = [];
foreach (['unlock', 'unlockAll', 'synchronized'] as $how) {
    $proxy = Proxy::to($server);
    $lock = new RedisMutexLock([...$proxy->config(), 'lease' => 0.6, 'command_timeout' => 1.5]);
    $name = Check::unique('silent');
    $runOut = static function () use ($lock, $name, $proxy, $how): float {
        $proxy->pause();
        Check::eventually(fn (): bool => $lock->remaining($name) === null, 10, "$how: it is lost");

        return hrtime(true);
    };
    if ($how === 'synchronized') {
        $began = Check::throws(RedisMutexLockLostException::class, fn () => $lock->synchronized($name, $runOut))->result;
    } else {
        Check::true($lock->lock($name, expire: null), "$how: lock");
        $began = $runOut();
        Check::same(false, $how === 'unlock' ? $lock->unlock($name) : $lock->unlockAll(), "$how: its word");
    }
    $seconds = (hrtime(true) - $began) / 1e9;
    // One deadline is 1.5 s.
    if ($seconds > 1.2) {
        $slow[$how] = round($seconds, 1);
    }
    $proxy->resume();
    unset($lock);
}
Check::same([], $slow, 'seconds that it took to say what was known');
echo 'done';
?>
--EXPECT--
done
