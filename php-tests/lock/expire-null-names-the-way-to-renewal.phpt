--TEST--
expire() with null names adopt() as the way to a renewed lease, sends nothing, and the way works
--FILE--
<?php
$redis = RedisServer::start();
$lock = new RedisMutexLock(['port' => $redis->port, 'lease' => 10]);
$hint = '; for a renewed lease call adopt($name, $token, null) with the token of token($name)';
Check::true($lock->lock('a', 0, 60), 'lock');
$redis->client()->call('CONFIG', 'RESETSTAT');

// PHP's own functions convert null and report that this is deprecated.
$notices = [];
set_error_handler(function (int $level, string $words) use (&$notices): bool {
    $notices[] = [$level, $words];

    return true;
});
$error = Check::throws(ValueError::class, fn () => $lock->expire('a', null));
Check::same(
    'RedisMutexLock::expire(): Argument #2 ($expire) must be from 0.01 to 31536000 seconds, null given' . $hint,
    $error->getMessage(),
    'the message',
);
Check::same(
    [[E_DEPRECATED, 'RedisMutexLock::expire(): Passing null to parameter #2 ($expire) of type int|float is deprecated']],
    $notices,
    'the notice of PHP',
);
set_error_handler(fn () => throw new DomainException('handler'));
Check::throws(DomainException::class, fn () => $lock->expire('a', null), 'handler');
restore_error_handler();
restore_error_handler();

$strict = eval('declare(strict_types=1); return fn ($lock) => $lock->expire("a", null);');
$error = Check::throws(TypeError::class, fn () => $strict($lock));
Check::same(
    'RedisMutexLock::expire(): Argument #2 ($expire) must be of type int|float, null given' . $hint,
    $error->getMessage(),
    'the message under strict_types',
);
$sent = array_intersect_key(array_filter($redis->client()->commandstats()), ['eval' => 1, 'evalsha' => 1, 'pexpire' => 1]);
Check::same([], $sent, 'sent to Redis');
Check::between(50, 60, $lock->remaining('a'), 'the lifetime is as before');

Check::true($lock->adopt('a', $lock->token('a'), null), 'adopt with the own token');
Check::between(9, 10, $lock->remaining('a'), 'the lease of a renewed lock');
Check::true($lock->unlock('a'), 'unlock');
echo "done\n";
?>
--EXPECT--
done
