--TEST--
Warnings: an E_WARNING names the method and what to do, and the call does what it does without a warning
--FILE--
<?php
$url = RedisServer::shared()->url();
$name = Check::unique('temporary');
set_error_handler(function (int $level, string $message, string $file, int $line) use (&$warnings): bool {
    $warnings[] = [$level, $message, $file, $line];
    return true;
});
$cure = 'The object ends with this expression and releases the lock at once; keep the object in a variable for as long as the lock'
    . ' is to be held, or use synchronized()';

Check::true((new RedisMutexLock($url))->lock($name, 0, 60), 'lock'); $line = __LINE__;
Check::same([[E_WARNING, "RedisMutexLock::lock(): $cure", __FILE__, $line]], $warnings, 'lock');

// The lock of this object was free in between.
$lock = new RedisMutexLock($url);
$warnings = [];
Check::true($lock->lock($name, 0, 60), 'in a variable');
Check::same([], $warnings, 'a variable');
$token = $lock->detach($name);
Check::true((new RedisMutexLock($url))->adopt($name, $token), 'adopt'); $line = __LINE__;
Check::same([[E_WARNING, "RedisMutexLock::adopt(): $cure", __FILE__, $line]], $warnings, 'adopt');
Check::same(false, $lock->isLocked($name), 'the adopted lock is free again');

// No other method holds anything.
$warnings = [];
(new RedisMutexLock($url))->unlock($name);
(new RedisMutexLock($url))->isLocked($name);
(new RedisMutexLock($url))->forceUnlock($name);
Check::same(5, (new RedisMutexLock($url))->synchronized($name, fn () => 5), 'synchronized');
Check::same([], $warnings, 'other methods');

// Misuse is misuse, and is said alone.
Check::throws(ValueError::class, fn () => (new RedisMutexLock($url))->lock(''));
Check::throws(ValueError::class, fn () => (new RedisMutexLock($url))->lock($name, 0, -1));
Check::throws(ArgumentCountError::class, fn () => (new RedisMutexLock($url))->lock());
Check::same([], $warnings, 'misuse');

// In a program without a handler PHP prints it, and @ silences it as any warning.
$worker = Worker::run('(new RedisMutexLock($argv[1]))->lock($argv[2]); say("goes on"); @(new RedisMutexLock($argv[1]))->lock($argv[2]);', [$url, $name]);
$worker->expect('goes on');
$worker->wait();
Check::same(1, substr_count($worker->stderr(), "Warning: RedisMutexLock::lock(): $cure in "), $worker->stderr());

echo 'done';
?>
--EXPECT--
done
