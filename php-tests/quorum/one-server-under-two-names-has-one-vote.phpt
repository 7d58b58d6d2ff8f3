--TEST--
A server that stands in the list under two names is used once, and a lock that fails says why
--FILE--
<?php
$set = QuorumSet::start(2);
[$twice, $other] = $set->servers();
$access = Pass::access();
$config = ['command_timeout' => 10, 'servers' => [
    ['host' => '127.0.0.1', 'port' => $twice->port] + $access,
    ['host' => 'localhost', 'port' => $twice->port] + $access,
    ['host' => '127.0.0.1', 'port' => $other->port] + $access,
]];
$lock = new RedisMutexLock($config);
Check::true($lock->lock('a', 0, 600) && $lock->isLocking('a'), 'two servers are a majority of three');
$set->agree('a', $lock->token('a'));
Check::true($lock->unlock('a'), 'unlock');
$set->kill(1);
$thrown = Check::throws(RedisMutexLockUnavailableException::class, static fn () => $lock->lock('a'));
$message = $thrown->getMessage();
Check::true(str_starts_with($message, 'No majority of 3 Redis servers: 1 granted; '), $message);
Check::same(1, preg_match("/; (localhost|127\\.0\\.0\\.1):$twice->port, database 0: [^;]*same server/", $message), $message);
$set->vanishes();
echo 'done';
?>
--EXPECT--
done
