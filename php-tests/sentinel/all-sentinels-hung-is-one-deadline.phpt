--TEST--
If all sentinels hang, a call throws within one command timeout and names the sentinels
--FILE--
<?php
$silent = [FakeSentinel::that('stall'), FakeSentinel::that('stall')];
$stopped = FakeSentinel::that('stall');
$stopped->proxy->pause();
$lock = new RedisMutexLock(SentinelSet::asking([$stopped, ...$silent], ['command_timeout' => 1.5]));
foreach ([
    'lock' => fn () => $lock->lock('a'),
    'isLocked' => fn () => $lock->isLocked('a'),
    'adopt' => fn () => $lock->adopt('b', 'x'),
] as $method => $call) {
    $began = hrtime(true);
    $message = Check::throws(RedisMutexLockUnavailableException::class, $call)->getMessage();
    Check::between(1.0, 2.2, (hrtime(true) - $began) / 1e9, "$method: seconds");
    Check::true(str_contains($message, "127.0.0.1:{$silent[0]->port}"), "$method: it names a sentinel: $message");
}
$stopped->proxy->resume();
echo 'done';
?>
--EXPECT--
done
