--TEST--
A refused login names the setting that is to be checked, as the page of Redis down says in both languages
--FILE--
<?php
$open = RedisServer::start();
$closed = RedisServer::start(['requirepass' => 'secret']);
$cases = [
    'check "username" and "password"' => ['password' => 'wrong'] + $closed->config(),
    'set "password", and "username" if the user is not default' => $closed->config(),
    'this Redis has no password: leave "password" out' => ['password' => 'secret'] + $open->config(),
    'check "database"' => ['database' => 4000] + $open->config(),
];
foreach ($cases as $hint => $config) {
    $lock = new RedisMutexLock($config);
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', 60))->getMessage();
    Check::true(str_ends_with($message, "; $hint"), $message);
    Check::true(!str_contains($message, 'secret') && !str_contains($message, 'wrong'), $message);
    foreach (['docs/redis-down.md', 'docs/zh-CN/redis-down.md'] as $path) {
        Check::true(str_contains((new Page(dirname(__DIR__, 2), $path))->text, "; $hint`"), "$path has: $hint");
    }
}
echo 'done';
?>
--EXPECT--
done
