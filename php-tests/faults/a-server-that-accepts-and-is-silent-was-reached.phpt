--TEST--
A server that accepts a connection and stays silent was reached and does not answer, says the message in words that everybody knows
--FILE--
<?php
$silent = stream_socket_server('tcp://127.0.0.1:0');
$config = Pass::config(Port::of($silent)) + ['command_timeout' => 0.2];
$nothing = Pass::isTls() ? 'no TLS handshake within 200 ms; use redis:// or the scheme "tcp" if this port does not speak TLS'
    : 'nothing came within 200 ms';
$nothing = preg_quote($nothing, '/');
$half = Proxy::to(RedisServer::shared(), ['command' => 2, 'do' => 'stall']);
$sentinel = SentinelSet::asking([Port::of($silent)], ['command_timeout' => 0.4]);
$cases = [
    'nothing' => [$config, "/^Redis at 127\\.0\\.0\\.1:\\d+, database 0 was reached and does not answer: $nothing$/"],
    'a part' => [
        ['name' => 'shop', 'command_timeout' => 0.5] + $half->config(),
        '/^Redis at 127\.0\.0\.1:\d+, database 0 was reached and does not answer: nothing more came within 500 ms$/',
    ],
    'a sentinel' => [$sentinel, "/: no sentinel answers: \\S+ database 0 \\(a sentinel\\) was reached and does not answer: $nothing$/"],
];
foreach ($cases as $what => [$of, $pattern]) {
    $lock = new RedisMutexLock($of);
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'))->getMessage();
    Check::same(1, preg_match($pattern, $message), "$what: $message");
    Check::true(!str_contains($message, 'greeting'), "$what: $message");
}
echo 'done';
?>
--EXPECT--
done
