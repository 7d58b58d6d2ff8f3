--TEST--
Objects take no dynamic properties; of their own, the callback of onLost alone shows in a dump
--FILE--
<?php
$server = RedisServer::start(['requirepass' => 'hunter2-secret']);
$lock = new RedisMutexLock(['url' => $server->url(), 'lock_prefix' => 'visible:']);
Check::same(true, $lock->lock('name-of-the-lock'), 'lock');
$token = $lock->token('name-of-the-lock');

Check::throws(Error::class, fn () => $lock->extra = 1, 'Cannot create dynamic property RedisMutexLock::$extra');
Check::throws(Error::class, fn () => $lock->{'0'} = 1, 'Cannot create dynamic property RedisMutexLock::$0');
Check::throws(Error::class, function () use ($lock): void {
    $lock->list[] = 1;
}, 'Cannot create dynamic property');
Check::same(false, isset($lock->extra), 'isset');
Check::same(null, $lock->extra ?? null, 'with a default');
Check::same(false, property_exists($lock, 'extra'), 'property_exists');
Check::same([], get_object_vars($lock), 'get_object_vars');
Check::same(["\0RedisMutexLock\0onLost" => null], (array) $lock, 'as array');
Check::throws(Error::class, fn () => $lock->onLost, 'Cannot access private property RedisMutexLock::$onLost');
Check::throws(Error::class, fn () => $lock->onLost = 1, 'Cannot access private property RedisMutexLock::$onLost');
Check::same([], iterator_to_array((function () use ($lock) {
    foreach ($lock as $property => $value) {
        yield $property => $value;
    }
})()), 'foreach');
Check::same('{}', json_encode($lock), 'JSON');

ob_start();
var_dump($lock);
print_r($lock);
var_export($lock);
$shown = ob_get_clean();
foreach (['hunter2', 'visible', 'name-of-the-lock', $token, (string) $server->port] as $secret) {
    Check::same(false, str_contains($shown, $secret), "$secret in $shown");
}
Check::same(1, preg_match('/^object\(RedisMutexLock\)#\d+ \(1\) \{\n  \["onLost":"RedisMutexLock":private\]=>\n  NULL\n\}\n'
    . 'RedisMutexLock Object\n\(\n    \[onLost:RedisMutexLock:private\] => \n\)\n/', $shown), $shown);

// Comparing objects and using them as keys work as with any class.
Check::same(false, $lock === new RedisMutexLock($server->url()), 'another object');
$map = new WeakMap();
$map[$lock] = 1;
Check::same(1, count($map), 'as a key');
Check::same(true, $lock->unlock('name-of-the-lock'), 'unlock');

echo 'done';
?>
--EXPECT--
done
