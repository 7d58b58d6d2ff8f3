--TEST--
A server that cannot be reached is RedisMutexLockUnavailableException with host, port and database, in time, and the next call works
--FILE--
<?php
$verbs = static fn (RedisMutexLock $lock, string $held): array => [
    'lock' => fn () => $lock->lock('free'),
    'synchronized' => fn () => $lock->synchronized('free', fn () => throw new Error('called'), 0, 5),
    'adopt' => fn () => $lock->adopt('free', RedisMutexLock::generateToken(), 5),
    'isLocked' => fn () => $lock->isLocked('free'),
    'owner' => fn () => $lock->owner('free'),
    'forceUnlock' => fn () => $lock->forceUnlock('free'),
    'isLocking' => fn () => $lock->isLocking($held),
    'expire' => fn () => $lock->expire($held, 30),
    'unlock' => fn () => $lock->unlock($held),
];

$server = RedisServer::start();
$proxy = Proxy::to($server);
$faults = [
    'port closed' => [$proxy->down(...), $proxy->up(...), 'cannot be reached'],
    'refused after accepting' => [
        function () use ($proxy) {
            $proxy->rule(['do' => 'refuse']);
            $proxy->drop();
        },
        $proxy->clear(...),
        'cannot be reached',
    ],
    'server stopped' => [$server->stop(...), $server->restart(...), 'cannot be reached'],
];
foreach ($faults as $fault => [$break, $mend, $words]) {
    $lock = new RedisMutexLock(['url' => $proxy->url(3), 'command_timeout' => 0.5]);
    Check::true($lock->lock('held', 0, 60), "$fault: before");
    $break();
    foreach ($verbs($lock, 'held') as $verb => $call) {
        $began = hrtime(true);
        $thrown = Check::throws(RedisMutexLockUnavailableException::class, $call);
        Check::between(0, 2 * 0.5 + 2, (hrtime(true) - $began) / 1e9, "$fault: seconds of $verb");
        // A connection that was open before says only that the answer is missing.
        $where = "Redis at 127.0.0.1:$proxy->port, database 3 ";
        Check::true(str_starts_with($thrown->getMessage(), $where), "$fault, $verb: '{$thrown->getMessage()}'");
        Check::true($thrown->getPrevious() === null && $thrown->getCode() === 0, "$fault, $verb: nothing hidden in it");
    }
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('free'), $words);
    $mend();
    Check::true($lock->lock('free'), "$fault: the next call works");
    Check::true($lock->unlockAll(), "$fault: and so does unlockAll");
    Check::same(0, $server->client()->call('EXISTS', 'lock:free', 'lock:held'), "$fault: keys left");
}
echo "done\n";
?>
--EXPECT--
done
