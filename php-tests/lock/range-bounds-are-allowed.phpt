--TEST--
The bounds of each range are allowed values
--FILE--
<?php
$server = RedisServer::shared();
$lock = new RedisMutexLock($server->url());

/** A lease of 10 ms may be over before its grant arrives. Even then its value was accepted. */
$taken = static function (callable $call): bool {
    try {
        return $call();
    } catch (RedisMutexLockUnavailableException) {
        return true;
    }
};
$name = static fn (): string => Check::unique('bound');
Check::same(true, $taken(fn () => $lock->lock($name(), 0, 0.01)), 'expire 0.01');
Check::same(true, $lock->lock($name(), 0, 31_536_000), 'expire of a year');
Check::same(true, $lock->lock($name(), 0, 31_536_000.0), 'expire of a year as float');
Check::same(true, $lock->lock($name(), 0), 'timeout 0');
Check::same(true, $lock->lock($name(), -0.0), 'timeout -0.0');
Check::same(true, $lock->lock($name(), PHP_FLOAT_MIN), 'the smallest timeout');
Check::same(true, $lock->lock($name(), PHP_FLOAT_MAX), 'the greatest timeout');
Check::same(true, $lock->lock($name(), null), 'timeout null');
Check::same(true, $lock->lock($name(), 0, 20, 1), 'sleep 1');
Check::same(true, $lock->lock($name(), 0, 20, PHP_INT_MAX), 'the greatest sleep');
Check::same(true, $lock->lock(str_pad($name(), 4096, 'x')), 'a name of 4096 bytes');

$held = $name();
$lock->lock($held);
Check::same(true, $lock->expire($held, 31_536_000), 'expire() to a year');
// The lease is shorter than a round trip may take: the lock may be over when the answer arrives.
Check::true(is_bool($lock->expire($held, 0.01)), 'expire() to 0.01');
Check::same(false, $lock->adopt($name(), str_repeat('t', 4096), 31_536_000), 'a token of 4096 bytes');
Check::same(false, $lock->adopt($name(), 't', 0.01), 'adopt for 0.01');
Check::same(5, $lock->synchronized($name(), fn () => 5, 0, 31_536_000), 'synchronized for a year');

// A sleep that is longer than all clocks is cut by the timeout.
$busy = $name();
$server->client()->call('SET', "lock:$busy", 'x', 'PX', 60_000);
Check::same(false, $lock->lock($busy, 0.01, 20, PHP_INT_MAX), 'the greatest sleep in a wait');

echo 'done';
?>
--EXPECT--
done
