--TEST--
A plain command is not sent again when the reply is NOSCRIPT, which only a relay can say
--FILE--
<?php
$proxy = Proxy::to(RedisServer::shared());
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 5]);
$name = Check::unique('noscript');
$calls = [
    'SET' => fn () => $lock->lock($name),
    'GET' => fn () => $lock->owner($name),
    'EXISTS' => fn () => $lock->isLocked($name),
];
foreach ($calls as $command => $call) {
    $proxy->rule(['command' => $command, 'do' => 'answer', 'bytes' => "-NOSCRIPT of a relay\r\n"]);
    $asked = $proxy->count($command);
    $error = Check::throws(RedisMutexLockUnavailableException::class, $call);
    Check::true(str_ends_with($error->getMessage(), 'NOSCRIPT of a relay'), $error->getMessage());
    Check::same(1, $proxy->count($command) - $asked, "$command: how often it was sent");
    $proxy->clear();
}
echo 'done';
?>
--EXPECT--
done
