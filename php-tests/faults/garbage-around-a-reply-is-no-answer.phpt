--TEST--
A reply after garbage is not read, and bytes after a reply are never the next command's reply
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$proxy = Proxy::to($server);
$name = Check::unique('name');
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 0.5, 'retry_for' => 60]);
$redis->call('SET', "lock:$name-theirs", 'somebody');

// Before a reply: bytes that look like a grant stand behind garbage. The command is sent again and gets the true
// answer.
$proxy->rule(['command' => 'SET', 'times' => 1, 'do' => 'garbage', 'bytes' => "oops\r\n+OK\r\n"]);
Check::same(false, $lock->lock("$name-theirs"), 'garbage before: held by somebody');
Check::same(2, $proxy->accepted(), 'on a fresh connection');

// After a reply: each of these would be a wrong answer to the next command.
$extras = ["+OK\r\n", ":1\r\n", "\$-1\r\n", "\$32\r\n" . str_repeat('a', 32) . "\r\n", "*2\r\n:1\r\n\$-1\r\n", '+', "-ERR late\r\n"];
foreach ($extras as $i => $extra) {
    foreach ([fn () => $lock->isLocked("$name-free-$i"), fn () => $lock->lock("$name-$i", 0, 60)] as $first) {
        $proxy->clear();
        Check::true($lock->unlockAll(), 'clean');
        $connections = $proxy->accepted();
        $proxy->rule(['command' => 'EXISTS', 'times' => 1, 'do' => 'extra', 'bytes' => $extra]);
        $proxy->rule(['command' => 'SET', 'times' => 1, 'do' => 'extra', 'bytes' => $extra]);
        $first();
        $proxy->clear();
        Check::same(false, $lock->lock("$name-theirs"), "after extra $i: theirs is theirs");
        Check::same('somebody', $lock->owner("$name-theirs"), "after extra $i: owner");
        Check::same(null, $lock->owner("$name-nobody"), "after extra $i: nobody");
        Check::same($connections + 1, $proxy->accepted(), "after extra $i: a fresh connection");
    }
}
// Half a reply, and then silence or the end of the connection.
foreach (['stall', 'cut'] as $then) {
    foreach ([1, 2, 4] as $bytes) {
        $proxy->clear();
        $proxy->rule(['command' => 'SET', 'times' => 1, 'do' => 'halfReply', 'bytes' => $bytes, 'then' => $then]);
        Check::true($lock->lock("$name-half", 0, 60), "half a reply ($bytes), then $then: asked again, granted");
        Check::same($lock->token("$name-half"), $redis->call('GET', "lock:$name-half"), 'the key is ours');
        Check::true($lock->unlock("$name-half"), 'unlock');
    }
}
echo "done\n";
?>
--EXPECT--
done
