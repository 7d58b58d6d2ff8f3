--TEST--
Too few and too many arguments are PHP's own ArgumentCountError
--FILE--
<?php
$lock = new RedisMutexLock(RedisServer::shared()->url());

$table = [
    'lock() expects at least 1 argument, 0 given' => fn () => $lock->lock(),
    'lock() expects at most 5 arguments, 6 given' => fn () => $lock->lock('a', 0, 20, 1, null, 1),
    'unlock() expects at least 1 argument, 0 given' => fn () => $lock->unlock(),
    'unlock() expects at most 2 arguments, 3 given' => fn () => $lock->unlock('a', 'b', 'c'),
    'release() expects at least 1 argument, 0 given' => fn () => $lock->release(),
    'unlockAll() expects exactly 0 arguments, 1 given' => fn () => $lock->unlockAll('a'),
    'isLocking() expects exactly 1 argument, 0 given' => fn () => $lock->isLocking(),
    'expire() expects at least 2 arguments, 1 given' => fn () => $lock->expire('a'),
    'expire() expects at most 3 arguments, 4 given' => fn () => $lock->expire('a', 1, 'b', 2),
    'synchronized() expects at least 2 arguments, 1 given' => fn () => $lock->synchronized('a'),
    'synchronized() expects at most 5 arguments, 6 given' => fn () => $lock->synchronized('a', 'time', 1, 1, 1, 1),
    'isLocked() expects exactly 1 argument, 0 given' => fn () => $lock->isLocked(),
    'owner() expects exactly 1 argument, 0 given' => fn () => $lock->owner(),
    'remaining() expects exactly 1 argument, 0 given' => fn () => $lock->remaining(),
    'token() expects exactly 1 argument, 0 given' => fn () => $lock->token(),
    'fence() expects exactly 1 argument, 0 given' => fn () => $lock->fence(),
    'held() expects exactly 0 arguments, 1 given' => fn () => $lock->held('a'),
    'detach() expects exactly 1 argument, 0 given' => fn () => $lock->detach(),
    'adopt() expects at least 2 arguments, 1 given' => fn () => $lock->adopt('a'),
    'adopt() expects at most 3 arguments, 4 given' => fn () => $lock->adopt('a', 'b', 1, 1),
    'forceUnlock() expects exactly 1 argument, 0 given' => fn () => $lock->forceUnlock(),
    'list() expects at most 2 arguments, 3 given' => fn () => $lock->list('*', 1, 1),
    'generateToken() expects exactly 0 arguments, 1 given' => fn () => RedisMutexLock::generateToken(16),
    '__construct() expects at most 1 argument, 2 given' => fn () => new RedisMutexLock(null, null),
];
foreach ($table as $message => $call) {
    Check::same("RedisMutexLock::$message", Check::throws(ArgumentCountError::class, $call)->getMessage(), 'message');
}

echo 'done';
?>
--EXPECT--
done
