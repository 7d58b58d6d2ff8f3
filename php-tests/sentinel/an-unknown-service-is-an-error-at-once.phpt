--TEST--
A service that no sentinel knows is an error at once, also in a wait, and the message names "service"
--FILE--
<?php
$set = SentinelSet::shared();
$config = $set->config(['command_timeout' => 20, 'retry_for' => 60]);
$config['sentinel']['service'] = 'shoop';
$lock = new RedisMutexLock($config);
foreach ([0, 60, null] as $timeout) {
    $what = 'timeout ' . json_encode($timeout);
    $began = hrtime(true);
    $call = fn () => $lock->lock(Check::unique('a'), $timeout);
    $message = Check::throws(RedisMutexLockUnavailableException::class, $call)->getMessage();
    Check::between(0, 10, (hrtime(true) - $began) / 1e9, "$what: seconds");
    Check::true(str_contains($message, 'service') && str_contains($message, 'shoop'), "$what: $message");
}
echo 'done';
?>
--EXPECT--
done
