--TEST--
A redirect to a host of 254 bytes, or to one with a character that no host has, is refused in a short message
--FILE--
<?php
$server = RedisServer::start(['cluster-enabled' => 'yes']);
$hosts = ['too long' => str_repeat('a', 254), 'much too long' => str_repeat('a', 60_000), 'C1' => "a\u{9b}b", 'bidirectional' => "a\u{202e}b"];
foreach ($hosts as $what => $host) {
    foreach (['MOVED', 'ASK'] as $code) {
        $node = Proxy::to($server, ['command' => 'SET', 'do' => 'answer', 'bytes' => "-$code 5 $host:7000\r\n"]);
        $lock = new RedisMutexLock(['cluster' => ["127.0.0.1:$node->port"], 'command_timeout' => 10] + array_diff_key($node->config(), ['port' => 0]));
        $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'))->getMessage();
        Check::true(str_contains($message, 'its redirect names no node: '), "$what: $message");
        Check::true(strlen($message) < 500, "$what: " . strlen($message) . ' bytes');
    }
}
echo 'done';
?>
--EXPECT--
done
