--TEST--
A timeout that is shorter than retry_for ends the wait, and the message does not name retry_for
--FILE--
<?php
$port = Port::free();
foreach ([0.3, 0.0] as $timeout) {
    $calls = [
        'lock' => fn (RedisMutexLock $lock) => $lock->lock('a', $timeout),
        'synchronized' => fn (RedisMutexLock $lock) => $lock->synchronized('a', fn () => throw new Error('called'), $timeout),
    ];
    foreach ($calls as $what => $call) {
        $what = "$what, timeout $timeout";
        $lock = new RedisMutexLock(['port' => $port, 'retry_for' => 60]);
        $began = hrtime(true);
        $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $call($lock));
        Check::between($timeout, $timeout + 10, (hrtime(true) - $began) / 1e9, "$what: seconds");
        $message = $thrown->getMessage();
        Check::same(false, str_contains($message, 'retry_for'), "$what: '$message'");
        // A call with timeout 0 does not try for any time.
        Check::same($timeout > 0, preg_match('/; tried for \d+\.\d s$/', $message) === 1, "$what: '$message'");
    }
}
echo "done\n";
?>
--EXPECT--
done
