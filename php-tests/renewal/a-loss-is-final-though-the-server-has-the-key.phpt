--TEST--
A lease that ran out by our own clock is lost for unlock, unlockAll and synchronized too, though the server has the key
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$renew = ['with' => Script::sha('renew')];
$wrong = [];
foreach (['unlock', 'unlockAll', 'synchronized'] as $how) {
    $proxy = Proxy::to($server);
    $lock = new RedisMutexLock([...$proxy->config(), 'lease' => 1.5]);
    $name = Check::unique('final');
    $reported = [];
    $lock->onLost(function (string $name) use (&$reported): void { $reported[] = $name; });
    $runOut = static function () use ($lock, $name, $redis, $proxy, $how, $renew, &$reported): string {
        // When the server knows the script, it executes renewals and their answers are lost: the key outlives our own
        // lease.
        $renewed = RedisMutexLock::stats()['renewed'];
        Check::eventually(fn (): bool => RedisMutexLock::stats()['renewed'] > $renewed, 10, "$how: a renewal");
        $proxy->rule($renew + ['do' => 'cutAfter']);
        Check::eventually(fn (): bool => $lock->remaining($name) === null, 10, "$how: it is lost");
        // The thread tells the loss a moment after our own clock says it.
        Check::eventually(function () use (&$reported): bool { return $reported !== []; }, 10, "$how: the callback");
        $proxy->clear();
        Check::between(100, 1500, $redis->call('PTTL', "lock:$name"), "$how: the server still has it");

        return 'result';
    };
    if ($how === 'synchronized') {
        try {
            $lock->synchronized($name, $runOut);
            $said = 'nothing of the loss';
        } catch (RedisMutexLockLostException $lost) {
            $said = $lost->result;
        }
        $expected = 'result';
    } else {
        Check::true($lock->lock($name, expire: null), "$how: lock");
        $runOut();
        $said = $how === 'unlock' ? $lock->unlock($name) : $lock->unlockAll();
        $expected = false;
    }
    if ($said !== $expected) {
        $wrong[$how] = $said;
    }
    Check::same([$name], $reported, "$how: reported once");
    unset($lock);
}
Check::same([], $wrong, 'who did not say that it was lost');
echo 'done';
?>
--EXPECT--
done
