--TEST--
A sentinel that names a host of 254 bytes or 3 MB, or one with a character that no host has, is refused in a short message, and the next one is asked
--FILE--
<?php
$set = SentinelSet::shared();
$hosts = [
    'too long' => str_repeat('a', 254),
    'much too long' => str_repeat('a', 3_000_000),
    'a space' => 'a b',
    'a control character of C1' => "a\u{9b}31m",
    'a bidirectional override' => "a\u{202e}b",
    'a URL' => 'redis://127.0.0.1',
    'a port' => '127.0.0.1:6379',
];
foreach ($hosts as $what => $host) {
    $bad = FakeSentinel::naming(6379, $host);
    $alone = new RedisMutexLock(SentinelSet::asking([$bad], ['command_timeout' => 10]));
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $alone->lock('a'))->getMessage();
    $says = strlen($host) > 1_000_000 ? 'longer than any that Redis has' : 'its answer is no host and port; is it a sentinel?';
    Check::true(str_contains($message, $says) && strlen($message) < 300, "$what: " . substr($message, 0, 400));
    $name = Check::unique('host');
    $lock = new RedisMutexLock(SentinelSet::asking([$bad, ...$set->sentinels()], ['command_timeout' => 10]));
    Check::true($lock->lock($name, 0, 60), "$what: lock");
    Check::true($lock->unlock($name), "$what: unlock");
}
echo 'done';
?>
--EXPECT--
done
