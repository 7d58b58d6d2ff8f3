--TEST--
An expire of null, a renewed lock, says that it is not built yet
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisServer;

$server = RedisServer::shared();
$lock = new RedisMutexLock($server->url());
$name = Check::unique('renewal');
$run = static fn () => throw new LogicException('the callback ran');

$sentence = '/^RedisMutexLock::(lock|adopt|synchronized)\(\): expire: null .* renewal is not built yet; pass a number of seconds$/';
Check::throws(RedisMutexLockException::class, fn () => $lock->lock($name, 0, null), $sentence);
Check::throws(RedisMutexLockException::class, fn () => $lock->lock($name, expire: null), $sentence);
Check::throws(RedisMutexLockException::class, fn () => $lock->adopt($name, 'token', null), $sentence);
Check::throws(RedisMutexLockException::class, fn () => $lock->synchronized($name, $run, 0, null), $sentence);
// null is the default of synchronized.
Check::throws(RedisMutexLockException::class, fn () => $lock->synchronized($name, $run), $sentence);
Check::same(false, $lock->isLocked($name), 'the lock');

// In expire() null has no meaning: it is the number 0 with a deprecation, as for PHP's own functions.
set_error_handler(static function (int $level, string $message): bool {
    Check::same(E_DEPRECATED, $level, $message);
    echo "$message\n";

    return true;
});
Check::throws(ValueError::class, fn () => $lock->expire($name, null), '0 given');

echo 'done';
?>
--EXPECT--
RedisMutexLock::expire(): Passing null to parameter #2 ($expire) of type int|float is deprecated
done
