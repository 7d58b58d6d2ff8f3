--TEST--
A token of a wrong shape is a ValueError before anything is sent, and no message shows it
--FILE--
<?php
$proxy = Proxy::to(RedisServer::shared());
$lock = new RedisMutexLock($proxy->url());
$good = RedisMutexLock::generateToken();
$wrong = [
    '', 'x', substr($good, 1), "{$good}0", "$good\n", " $good", strtoupper('abcdef') . substr($good, 6), 'g' . substr($good, 1),
    "\0" . substr($good, 1), substr($good, 0, 31) . "\xff", str_repeat('-', 32), str_repeat('a', 4097), "0x$good", 12, 1.5, true,
];
$refused = static function (callable $call, string $message, string $case) use ($good): void {
    $error = Check::throws(ValueError::class, $call);
    Check::same($message, $error->getMessage(), $case);
    Check::same(false, str_contains($error->getMessage(), substr($good, 4, 8)), "$case: a part of the token is shown");
};
foreach ($wrong as $i => $token) {
    $refused(
        fn () => $lock->lock('a', 0, 20, 100, $token),
        'RedisMutexLock::lock(): Argument #5 ($token) must be 32 hex digits as generateToken() makes them',
        "lock, token $i",
    );
}
foreach (['' => 0, str_repeat('s', 4097) => 4097, str_repeat('s', 1_000_000) => 1_000_000] as $token => $length) {
    $rule = "must be from 1 to 4096 bytes long, $length given";
    $token = (string) $token;
    $refused(fn () => $lock->unlock('a', $token), "RedisMutexLock::unlock(): Argument #2 (\$token) $rule", "unlock, $length");
    $refused(fn () => $lock->release('a', $token), "RedisMutexLock::release(): Argument #2 (\$token) $rule", "release, $length");
    $refused(fn () => $lock->expire('a', 5, $token), "RedisMutexLock::expire(): Argument #3 (\$token) $rule", "expire, $length");
}
// The checks go from left to right.
$refused(
    fn () => $lock->lock('a', 0, 20, 0, 'x'),
    'RedisMutexLock::lock(): Argument #4 ($sleep) must be at least 1 microsecond, 0 given',
    'two wrong arguments',
);
Check::same([0, []], [$proxy->accepted(), $lock->held()], 'connections, and what is held');
echo "done\n";
?>
--EXPECT--
done
