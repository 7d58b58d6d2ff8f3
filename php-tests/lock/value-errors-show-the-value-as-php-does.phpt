--TEST--
The value in a ValueError reads as PHP prints it
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisServer;

$lock = new RedisMutexLock(RedisServer::shared()->url());

$wrong = [];
foreach ([PHP_INT_MAX, PHP_INT_MIN, 1e15, 1e20, 123456789012, 1e-7, -1e-7, 1.5e-9, -0.5, NAN, -INF] as $value) {
    $message = Check::throws(ValueError::class, fn () => $lock->lock('a', 0, $value))->getMessage();
    // PHP itself warns of a NAN that becomes a string, since 8.5.
    $shown = is_nan($value) ? 'NAN' : (string) $value;
    $expected = "RedisMutexLock::lock(): Argument #3 (\$expire) must be from 0.01 to 31536000 seconds, $shown given";
    if ($message !== $expected) {
        $wrong[] = "$shown: $message";
    }
}
Check::same([], $wrong, 'messages');

echo 'done';
?>
--EXPECT--
done
