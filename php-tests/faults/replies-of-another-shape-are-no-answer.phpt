--TEST--
A reply that its command cannot have is no answer, even if another command can have it
--FILE--
<?php
$server = RedisServer::shared();
$proxy = Proxy::to($server);
$release = fn (RedisMutexLock $lock, string $name) => $lock->unlock($name);
$grant = fn (RedisMutexLock $lock, string $name) => $lock->lock($name, 0, 60);
$cases = [
    'a grant for a release' => [$release, false, "*2\r\n:1\r\n:5\r\n"],
    'a refusal of a grant for a release' => [$release, false, "*1\r\n:0\r\n"],
    'two for a release' => [$release, false, ":2\r\n"],
    'no fence for a fenced grant' => [$grant, true, "*2\r\n:1\r\n\$-1\r\n"],
    'a number for a fenced grant' => [$grant, true, ":1\r\n"],
];
foreach ($cases as $what => [$call, $fencing, $bytes]) {
    $name = Check::unique('shape');
    $lock = new RedisMutexLock(['url' => $proxy->url(), 'fencing' => $fencing]);
    $call === $release && Check::true($lock->lock($name, 0, 60), "$what: held");
    // Twice, since the command is sent again after a wrong reply.
    $proxy->rule(['command' => 'EVALSHA', 'with' => $name, 'times' => 2, 'do' => 'answer', 'bytes' => $bytes]);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $call($lock, $name), 'no usable answer');
    $proxy->clear();
    Check::same($call === $release, $lock->unlock($name), "$what: afterwards");
    Check::same(0, $server->client()->call('EXISTS', "lock:$name"), "$what: nothing left");
}
// list() has a command of its own for each thing that it tells.
$name = Check::unique('shape');
$lock = new RedisMutexLock($proxy->url());
Check::true($lock->lock($name, 0, 60), 'held');
$shapes = [
    'SCAN' => ['*0', '$1|0', '*2|$1|0|*-1', '*2|:0|*0', '*2|$1|0|$1|x', '*3|$1|0|*0|*0', '*2|$1|0|*1|:1', '*2|$1|0|*1|$-1', '+OK'],
    'GET' => [':1', '*0', '+OK'],
    'PTTL' => ['$1|5', ':-3', '$-1', '*0'],
    'ZCOUNT' => ['$1|5', ':-1', '$-1', '*0'],
];
foreach ($shapes as $command => $replies) {
    foreach ($replies as $reply) {
        $bytes = str_replace('|', "\r\n", $reply) . "\r\n";
        $proxy->rule(['command' => $command, 'times' => 2, 'do' => 'answer', 'bytes' => $bytes]);
        Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->list($name), 'no usable answer');
        $proxy->clear();
        Check::same([$name], array_column($lock->list($name), 'name'), "$command $reply: afterwards");
    }
}
Check::true($lock->unlock($name), 'released');
echo "done\n";
?>
--EXPECT--
done
