--TEST--
Bytes that are no reply, or no reply to this command, are never an answer, and their connection is not used again
--FILE--
<?php
$garbage = [
    'HTTP' => "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n",
    'binary' => "\x00\xff\x80\r\n\xfe",
    'TLS alert' => "\x15\x03\x01\x00\x02\x02\x28",
    'impossible length' => "\$-5\r\n",
    'gigantic length' => "\$99999999999999999999\r\n",
    'gigantic list' => "*2147483647\r\n",
    'no number' => ":x1\r\n",
    'another integer' => ":5\r\n",
    'a status' => "+QUEUED\r\n",
    'an empty list' => "*0\r\n",
    'a list in a list' => "*2\r\n:1\r\n*1\r\n:1\r\n",
    'a fence that is none' => "*2\r\n:1\r\n$1\r\n7\r\n",
    'endless nesting' => str_repeat("*1\r\n", 2000) . ":1\r\n",
    'RESP3 null' => "_\r\n",
    'only a line end' => "\r\n",
    'an unfinished line' => '+O',
    'an unfinished string' => "\$32\r\nabc",
    'an endless line' => '+' . str_repeat('x', 200_000),
];
// The client waits for the rest of what is unfinished: each of these has a process of its own.
$cases = [];
foreach (['garbage', 'answer'] as $do) {
    foreach ($garbage as $what => $bytes) {
        $cases[str_starts_with($what, 'an unfinished') ? "$do, $what" : $do][] = [$do, $what, $bytes];
    }
}
Together::each($cases, function (array $of): void {
    $server = RedisServer::shared();
    $proxy = Proxy::to($server);
    $name = Check::unique('name');
    foreach ($of as [$do, $what, $bytes]) {
        $timeout = str_starts_with($what, 'an unfinished') ? 0.3 : 5;
        $lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => $timeout]);
        Check::true($lock->lock($name, 5, 60), "$what: lock before");
        foreach (['SET', 'GET', 'EXISTS', 'EVAL*'] as $command) {
            $proxy->rule(['command' => $command, 'do' => $do, 'bytes' => $bytes]);
        }
        $calls = [
            'lock' => fn () => $lock->lock("$name-free", 0, 60),
            'isLocked' => fn () => $lock->isLocked($name),
            'isLocking' => fn () => $lock->isLocking($name),
            'expire' => fn () => $lock->expire($name, 90),
            'unlock' => fn () => $lock->unlock($name),
        ];
        foreach ($calls as $method => $call) {
            try {
                $thrown = Check::throws(RedisMutexLockUnavailableException::class, $call);
            } catch (Tests\Failure $failure) {
                throw new Tests\Failure("$what, $do, $method: {$failure->getMessage()}");
            }
            Check::true(str_contains($thrown->getMessage(), "127.0.0.1:$proxy->port, database 0"), "$what, $method: {$thrown->getMessage()}");
            Check::same(1, preg_match('/^[^\x00-\x1f]+$/u', $thrown->getMessage()), "$what, $method: one clean line");
        }
        $proxy->clear();
        Check::true($lock->unlockAll(), "$what, $do: the next call works, on a fresh connection");
        Check::same(0, $server->client()->call('EXISTS', "lock:$name", "lock:$name-free"), "$what, $do: keys left");
    }
});
echo "done\n";
?>
--EXPECT--
done
