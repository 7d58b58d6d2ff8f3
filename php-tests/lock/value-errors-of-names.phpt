--TEST--
An empty name and one of more than 4096 bytes are ValueErrors of every method
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisServer;

$lock = new RedisMutexLock(RedisServer::shared()->url());
$run = static fn () => throw new LogicException('the callback ran');

$more = ['expire' => [5], 'synchronized' => [$run, 0, 5], 'adopt' => ['token']];
$methods = ['lock', 'unlock', 'release', 'isLocking', 'expire', 'synchronized', 'isLocked', 'owner', 'remaining', 'token',
    'fence', 'detach', 'adopt', 'forceUnlock'];
foreach ($methods as $method) {
    foreach (['' => 0, str_repeat('x', 4097) => 4097, str_repeat("\0", 100_000) => 100_000] as $name => $length) {
        $error = Check::throws(ValueError::class, fn () => $lock->$method($name, ...$more[$method] ?? []));
        Check::same(
            "RedisMutexLock::$method(): Argument #1 (\$name) must be from 1 to 4096 bytes long, $length given",
            $error->getMessage(),
            'message',
        );
    }
}
// The token to adopt has the same limits.
foreach (['' => 0, str_repeat('x', 4097) => 4097] as $token => $length) {
    $error = Check::throws(ValueError::class, fn () => $lock->adopt('a', $token));
    Check::same(
        "RedisMutexLock::adopt(): Argument #2 (\$token) must be from 1 to 4096 bytes long, $length given",
        $error->getMessage(),
        'message',
    );
}

echo 'done';
?>
--EXPECT--
done
