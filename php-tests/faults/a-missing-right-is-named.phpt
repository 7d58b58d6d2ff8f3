--TEST--
The message of a missing right names the command or the key pattern, and the page with the ACL line
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisServer;

$password = 'p3:w0!';
$server = RedisServer::start(['user' => [
    "noset on >$password ~lock:* +@all -set",
    "noevalsha on >$password ~lock:* +@all -evalsha",
    "noselect on >$password ~lock:* +@all -select",
    "noget on >$password ~lock:* +@all -get",
    "elsewhere on >$password ~other:* +@all",
]]);
$lock = static fn (RedisMutexLock $lock): bool => $lock->lock('a');
$unlock = static fn (RedisMutexLock $lock): bool => $lock->lock(Check::unique('b'), 0, 60) && $lock->unlockAll();
$cases = [
    ['noset', $lock, '/ NOPERM .+; the user lacks the right \+set/'],
    ['noevalsha', $unlock, '/ NOPERM .+; the user lacks the right \+evalsha/'],
    ['noselect', $lock, '/ NOPERM .+; the user lacks the right \+select/'],
    // Redis 6 and 7.0 do not say which command of a script it was.
    ['noget', $unlock, '/script.*; the user lacks (the right \+get|the right to a command of a script)/'],
    ['elsewhere', $lock, '/ NOPERM .+; the user lacks a key pattern for the lock, such as ~lock:\* for lock_prefix "lock:"/'],
];
foreach ($cases as [$user, $call, $pattern]) {
    $config = ['port' => $server->port, 'database' => 1, 'username' => $user, 'password' => $password];
    $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $call(new RedisMutexLock($config)), $pattern);
    Check::true(str_ends_with($thrown->getMessage(), ': see docs/operations.md, Rights in Redis (ACL)'), $thrown->getMessage());
    Check::true(!str_contains($thrown->getMessage(), $password), 'the password in the message');
}
// Another refusal has nothing to do with a right.
$config = ['port' => $server->port, 'username' => 'noset', 'password' => 'wrong'];
$thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock(new RedisMutexLock($config)), 'WRONGPASS');
Check::true(!str_contains($thrown->getMessage(), 'Rights'), $thrown->getMessage());
echo "done\n";
?>
--EXPECT--
done
