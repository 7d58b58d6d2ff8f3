--TEST--
A TypeError names the method, the argument's number and name, the type and what was given
--FILE--
<?php
$lock = new RedisMutexLock(RedisServer::shared()->url());
$object = new class {
};

$table = [
    'lock(): Argument #1 ($name) must be of type string, array given' => fn () => $lock->lock([]),
    'lock(): Argument #2 ($timeout) must be of type int|float|null, string given' => fn () => $lock->lock('a', 'soon'),
    'lock(): Argument #3 ($expire) must be of type int|float|null, array given' => fn () => $lock->lock('a', 0, []),
    'lock(): Argument #4 ($sleep) must be of type int, string given' => fn () => $lock->lock('a', 0, 20, 'long'),
    'lock(): Argument #4 ($sleep) must be of type int, float given' => fn () => $lock->lock('a', 0, 20, 1e300),
    'lock(): Argument #5 ($token) must be of type ?string, array given' => fn () => $lock->lock('a', token: []),
    'unlock(): Argument #2 ($token) must be of type ?string, array given' => fn () => $lock->unlock('a', []),
    'release(): Argument #2 ($token) must be of type ?string, stdClass given' => fn () => $lock->release('a', new stdClass()),
    'expire(): Argument #3 ($token) must be of type ?string, array given' => fn () => $lock->expire('a', 1, []),
    'list(): Argument #1 ($pattern) must be of type string, array given' => fn () => $lock->list([]),
    'list(): Argument #2 ($limit) must be of type int, string given' => fn () => $lock->list('*', 'x'),
    'unlock(): Argument #1 ($name) must be of type string, stdClass given' => fn () => $lock->unlock(new stdClass()),
    'unlock(): Argument #1 ($name) must be of type string, class@anonymous given' => fn () => $lock->unlock($object),
    'release(): Argument #1 ($name) must be of type string, array given' => fn () => $lock->release([]),
    'isLocking(): Argument #1 ($name) must be of type string, array given' => fn () => $lock->isLocking([]),
    'expire(): Argument #1 ($name) must be of type string, array given' => fn () => $lock->expire([], 1),
    'expire(): Argument #2 ($expire) must be of type int|float, string given' => fn () => $lock->expire('a', 'x'),
    'synchronized(): Argument #1 ($name) must be of type string, array given' => fn () => $lock->synchronized([], fn () => 1),
    'synchronized(): Argument #3 ($timeout) must be of type int|float|null, string given' =>
        fn () => $lock->synchronized('a', fn () => 1, 'x'),
    'synchronized(): Argument #4 ($expire) must be of type int|float|null, string given' =>
        fn () => $lock->synchronized('a', fn () => 1, 1, 'x'),
    'synchronized(): Argument #5 ($sleep) must be of type int, string given' =>
        fn () => $lock->synchronized('a', fn () => 1, 1, 1, 'x'),
    'isLocked(): Argument #1 ($name) must be of type string, resource given' => fn () => $lock->isLocked(STDOUT),
    'owner(): Argument #1 ($name) must be of type string, array given' => fn () => $lock->owner([]),
    'remaining(): Argument #1 ($name) must be of type string, array given' => fn () => $lock->remaining([]),
    'token(): Argument #1 ($name) must be of type string, array given' => fn () => $lock->token([]),
    'fence(): Argument #1 ($name) must be of type string, array given' => fn () => $lock->fence([]),
    'detach(): Argument #1 ($name) must be of type string, array given' => fn () => $lock->detach([]),
    'adopt(): Argument #1 ($name) must be of type string, array given' => fn () => $lock->adopt([], 'x'),
    'adopt(): Argument #2 ($token) must be of type string, array given' => fn () => $lock->adopt('a', []),
    'adopt(): Argument #3 ($expire) must be of type int|float|null, string given' => fn () => $lock->adopt('a', 'x', 'y'),
    'forceUnlock(): Argument #1 ($name) must be of type string, array given' => fn () => $lock->forceUnlock([]),
    '__construct(): Argument #1 ($config) must be of type array|string|null, stdClass given' =>
        fn () => new RedisMutexLock(new stdClass()),
];
foreach ($table as $message => $call) {
    $error = Check::throws(TypeError::class, $call);
    Check::same("RedisMutexLock::$message", $error->getMessage(), 'message');
    Check::same(__FILE__, $error->getFile(), "file of: $message");
}

echo 'done';
?>
--EXPECT--
done
