--TEST--
Without the key pattern the message of the exception has the pattern of the configured prefix, ready for a shell
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = static fn (string $prefix): RedisMutexLock => new RedisMutexLock(
    Rights::USER + ['port' => $server->port, 'lock_prefix' => $prefix, 'fencing' => true],
);
// The prefix, its pattern, and a prefix that the pattern must not allow.
$cases = [
    ['lock:', '~lock:*', 'look:'],
    ['shop:lock:', '~shop:lock:*', 'lock:'],
    ['a*b?c[de]f\\g', '~a\*b\?c\[de\]f\\\\g*', 'aXbYcdf\\g'],
    ["it's \$HOME & \"x\":", "~it's?\$HOME?&?\"x\":*", 'its'],
    ['锁:', '~锁:*', '锁锁'],
    ["a\0\n\xff:", '~a???:*', 'a:'],
    ['', '~*', null],
];
foreach ($cases as [$prefix, $pattern, $other]) {
    $redis->call('ACL', 'DELUSER', Rights::USER['username']);
    Rights::grant($server, Rights::line(Rights::ALL_FEATURES));
    $redis->call('ACL', 'SETUSER', Rights::USER['username'], 'resetkeys');
    $object = $lock($prefix);
    foreach ([fn () => $object->lock('a'), fn () => $object->isLocked('a'), fn () => $object->lock('a', 1)] as $call) {
        $message = Check::throws(RedisMutexLockUnavailableException::class, $call)->getMessage();
        Check::true(str_contains($message, "; the user lacks the key pattern $pattern: redis-cli ACL SETUSER <user> '"), $message);
    }
    Rights::grant($server, Rights::advised($message));
    Check::true($object->lock('a') && !@$lock($prefix)->lock('a', 0.01) && $object->unlock('a'), "works with $pattern");
    if ($other !== null) {
        Check::throws(RedisMutexLockUnavailableException::class, fn () => @$lock($other)->lock('a'), 'the key pattern');
    }
}
echo 'done';
?>
--EXPECT--
done
