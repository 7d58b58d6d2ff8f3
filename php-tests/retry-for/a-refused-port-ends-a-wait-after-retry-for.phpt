--TEST--
A wait for a server that refuses connections ends after retry_for: lock, synchronized, and a wait without limit
--FILE--
<?php
$port = Port::free();
$secret = bin2hex(random_bytes(8));
$server = ['port' => $port, 'database' => 3, 'username' => 'alice', 'password' => $secret];
$called = fn () => throw new Error('called');
$calls = [
    'lock' => fn (RedisMutexLock $lock) => $lock->lock('a', 60),
    'lock without limit' => fn (RedisMutexLock $lock) => $lock->lock('a', null),
    'lock with fencing' => fn (RedisMutexLock $lock) => $lock->lock('a', 60, 5),
    'synchronized' => fn (RedisMutexLock $lock) => $lock->synchronized('a', $called, 60),
    'synchronized without limit' => fn (RedisMutexLock $lock) => $lock->synchronized('a', $called, null),
];
$cases = [];
foreach ($calls as $what => $call) {
    $cases[$what] = [$call, ['retry_for' => 0.4, 'fencing' => $what === 'lock with fencing'], 0.4];
}
// The default of the setting, with the default timeout of synchronized.
$cases['the defaults'] = [fn (RedisMutexLock $lock) => $lock->synchronized('a', $called), [], 2.0];
foreach ($cases as $what => [$call, $config, $limit]) {
    $lock = new RedisMutexLock($config + $server);
    $began = hrtime(true);
    $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $call($lock));
    $seconds = (hrtime(true) - $began) / 1e9;
    Check::between($limit, $limit + 7, $seconds, "$what: seconds");
    $message = $thrown->getMessage();
    $where = "Redis at 127.0.0.1:$port, database 3 cannot be reached: ";
    Check::true(str_starts_with($message, $where), "$what: the server in '$message'");
    $pattern = "/; tried for (\\d+\\.\\d) s \\(retry_for is $limit s\\)$/";
    Check::same(1, preg_match($pattern, $message, $found), "$what: the time in '$message'");
    // The message has one digit after the point.
    Check::between($limit, $seconds + 0.05, (float) $found[1], "$what: the time in the message");
    Check::true(!str_contains($message, $secret) && !str_contains($message, 'alice'), "$what: a secret in '$message'");
    Check::same([[], null], [$lock->held(), $lock->token('a')], "$what: nothing is held");
}
echo "done\n";
?>
--EXPECT--
done
