--TEST--
In expire() null is no renewal: it is the number 0 with a deprecation, as for PHP's own functions
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisServer;

$lock = new RedisMutexLock(RedisServer::shared()->url());
$name = Check::unique('null');
Check::true($lock->lock($name, expire: 60), 'lock');
set_error_handler(static function (int $level, string $message): bool {
    Check::same(E_DEPRECATED, $level, $message);
    echo "$message\n";

    return true;
});
Check::throws(ValueError::class, fn () => $lock->expire($name, null), '0 given');
Check::between(50, 60, $lock->remaining($name), 'its lifetime');

echo 'done';
?>
--EXPECT--
RedisMutexLock::expire(): Passing null to parameter #2 ($expire) of type int|float is deprecated
done
