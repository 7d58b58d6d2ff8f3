--TEST--
With 100 locks held and a server that was stopped, unlockAll is Unavailable within two command deadlines, and finishes later
--FILE--
<?php
$server = RedisServer::start();
foreach (['tcp' => $server->url(), 'unix' => $server->unixUrl()] as $how => $url) {
    $lock = new RedisMutexLock(['url' => $url, 'command_timeout' => 0.5]);
    Check::true($lock->lock('warm') && $lock->unlock('warm'), 'the script is known');
    for ($i = 0; $i < 100; $i++) {
        Check::true($lock->lock("n$i", 0, 60), "lock $i");
    }
    $server->pause();
    $began = hrtime(true);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->unlockAll(), 'within 500 ms');
    // A deadline for each lock would be 50 s.
    Check::between(0.5, 2 * 0.5 + 2, (hrtime(true) - $began) / 1e9, "$how: seconds");
    Check::same([], $lock->held(), "$how: none counts as held");
    $server->resume();
    Check::true($lock->unlockAll(), "$how: what could not be released then is now");
    Check::same([], $server->client()->call('KEYS', 'lock:n*'), "$how: keys left");
}
echo "done\n";
?>
--EXPECT--
done
