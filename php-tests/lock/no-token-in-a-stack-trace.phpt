--TEST--
No stack trace shows an owner token that a method was given
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=100
--FILE--
<?php
$lock = new RedisMutexLock('redis://127.0.0.1:' . Port::free());
$token = RedisMutexLock::generateToken();
$calls = [
    'lock' => static fn () => $lock->lock('a', 0, 20, 100, $token),
    'lock, by name' => static fn () => $lock->lock('a', token: $token),
    'lock, refused' => static fn () => $lock->lock('a', token: "x$token"),
    'unlock' => static fn () => $lock->unlock('a', $token),
    'release' => static fn () => $lock->release('a', $token),
    'expire' => static fn () => $lock->expire('a', 5, $token),
    'adopt' => static fn () => $lock->adopt('a', $token),
];
foreach ($calls as $what => $call) {
    try {
        $call();
        echo "$what: no exception\n";
    } catch (RedisMutexLockUnavailableException | ValueError $thrown) {
        // The other arguments are there. Before PHP 8.2 no argument can be hidden.
        Check::same('a', $thrown->getTrace()[0]['args'][0], "$what: the name");
        if (PHP_VERSION_ID >= 80200) {
            Check::same(false, str_contains($thrown . print_r($thrown->getTrace(), true), $token), $what);
        }
        Check::same(false, str_contains($thrown->getMessage(), $token), "$what: the message");
    }
}
echo "done\n";
?>
--EXPECT--
done
