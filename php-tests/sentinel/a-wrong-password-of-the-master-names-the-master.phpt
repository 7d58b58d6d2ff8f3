--TEST--
A wrong password of the master is thrown at once, and the message names the master
--FILE--
<?php
$master = RedisServer::start(['requirepass' => 'right-secret']);
$sentinel = FakeSentinel::naming($master);
foreach (['wrong' => 'wrong-secret', 'missing' => ''] as $what => $password) {
    $lock = new RedisMutexLock(SentinelSet::asking([$sentinel], [
        'password' => $password, 'retry_for' => 60, 'command_timeout' => 20,
    ]));
    $began = hrtime(true);
    $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', null));
    Check::between(0, 10, (hrtime(true) - $began) / 1e9, "$what: seconds");
    Check::true(str_contains($thrown->getMessage(), "127.0.0.1:$master->port"), "$what: {$thrown->getMessage()}");
    Check::true(!str_contains("$thrown", 'secret'), "$what: no password: $thrown");
}
echo 'done';
?>
--EXPECT--
done
