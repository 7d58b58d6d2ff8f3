--TEST--
Arguments are converted, deprecated or refused as PHP's own functions do it
--FILE--
<?php
$server = RedisServer::shared();
$lock = new RedisMutexLock($server->url());
foreach (Coercion::values() as $kind => $value) {
    // Each parameter stands beside a native function with a parameter of the same type.
    $n = Check::unique('coerce');
    $pairs = [
        'name' => [static fn () => strrev($value), static fn () => $lock->isLocked($value)],
        'expire of expire' => [static fn () => abs($value), static fn () => $lock->expire($n, $value)],
        'sleep' => [static fn () => dechex($value), static fn () => $lock->lock($n, 0, 5, $value)],
        'token' => [static fn () => strrev($value), static fn () => $lock->adopt($n, $value)],
    ];
    if ($value !== null) {
        // Where null has a meaning of its own, PHP does not convert it.
        $pairs['timeout'] = [static fn () => abs($value), static fn () => $lock->lock(Check::unique('t'), $value)];
        $pairs['expire'] = [static fn () => abs($value), static fn () => $lock->lock(Check::unique('e'), 0, $value)];
    }
    foreach ($pairs as $parameter => [$native, $ours]) {
        Check::same(Coercion::outcome($native), Coercion::outcome($ours), "$kind as $parameter");
    }
}

echo 'done';
?>
--EXPECT--
done
