--TEST--
A name, a token or a number out of its range is a ValueError of every method, with method, argument, range, and the value as PHP prints it
--FILE--
<?php
$server = RedisServer::shared();
$lock = new RedisMutexLock($server->url());
$free = Check::unique('range');
$run = static fn () => throw new LogicException('the callback ran');
$check = static function (callable $call, string $method, string $rest): void {
    $error = Check::throws(ValueError::class, $call);
    Check::same("RedisMutexLock::$method(): Argument $rest", $error->getMessage(), 'message');
};

// Names, and the token to adopt, which has the same limits.
$more = ['expire' => [5], 'synchronized' => [$run, 0, 5], 'adopt' => ['token']];
$methods = ['lock', 'unlock', 'release', 'isLocking', 'expire', 'synchronized', 'isLocked', 'owner', 'remaining', 'token',
    'fence', 'detach', 'adopt', 'forceUnlock'];
$rule = 'must be from 1 to 4096 bytes long';
foreach (['' => 0, str_repeat('x', 4097) => 4097, str_repeat("\0", 100_000) => 100_000] as $text => $length) {
    foreach ($methods as $method) {
        $check(fn () => $lock->$method($text, ...$more[$method] ?? []), $method, "#1 (\$name) $rule, $length given");
    }
    $check(fn () => $lock->adopt('a', $text), 'adopt', "#2 (\$token) $rule, $length given");
}

$values = [[-1, '-1'], [-0.001, '-0.001'], [NAN, 'NAN'], [INF, 'INF'], [-INF, '-INF'], ['-2', '-2']];
$rule = 'must be a finite number of seconds from 0 up, or null to wait without limit';
foreach ($values as [$value, $shown]) {
    $check(fn () => $lock->lock($free, $value), 'lock', "#2 (\$timeout) $rule, $shown given");
    $check(fn () => $lock->synchronized($free, $run, $value, 1), 'synchronized', "#3 (\$timeout) $rule, $shown given");
}
$expires = [...$values, [0, '0'], [0.0, '0'], [0.009, '0.009'], [0.0099999, '0.0099999'], [31536001, '31536001'],
    [31536000.1, '31536000.1'], ['0', '0']];
// PHP itself warns of a NAN that becomes a string, since 8.5.
foreach ([PHP_INT_MAX, PHP_INT_MIN, 1e15, 1e20, 123456789012, 1e-7, -1e-7, 1.5e-9, -0.5] as $value) {
    $expires[] = [$value, (string) $value];
}
$rule = 'must be from 0.01 to 31536000 seconds';
foreach ($expires as [$value, $shown]) {
    $check(fn () => $lock->lock($free, 0, $value), 'lock', "#3 (\$expire) $rule, $shown given");
    $check(fn () => $lock->synchronized($free, $run, 0, $value), 'synchronized', "#4 (\$expire) $rule, $shown given");
    $check(fn () => $lock->expire($free, $value), 'expire', "#2 (\$expire) $rule, $shown given");
    $check(fn () => $lock->adopt($free, 'token', $value), 'adopt', "#3 (\$expire) $rule, $shown given");
}
$rule = 'must be at least 1 microsecond';
foreach ([[0, '0'], [-1, '-1'], [PHP_INT_MIN, (string) PHP_INT_MIN], ['-5', '-5'], [false, '0']] as [$value, $shown]) {
    $check(fn () => $lock->lock($free, 0, 20, $value), 'lock', "#4 (\$sleep) $rule, $shown given");
    $check(fn () => $lock->synchronized($free, $run, 0, 5, $value), 'synchronized', "#5 (\$sleep) $rule, $shown given");
}
// The checks go from left to right.
$check(fn () => $lock->lock('', -1, 0, 0), 'lock', '#1 ($name) must be from 1 to 4096 bytes long, 0 given');
$check(fn () => $lock->lock('a', -1, 0, 0), 'lock', '#2 ($timeout) must be a finite number of seconds from 0 up, '
    . 'or null to wait without limit, -1 given');
Check::same(false, $lock->isLocked($free), 'the lock');

echo 'done';
?>
--EXPECT--
done
