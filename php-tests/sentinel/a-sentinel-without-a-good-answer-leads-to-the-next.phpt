--TEST--
A sentinel that answers with nothing, an error, garbage, a wrong shape, in pieces or too late: the next one is asked within one command timeout
--FILE--
<?php
$set = SentinelSet::shared();
$port = $set->master()->port;
$says = static fn (string $bytes): FakeSentinel => FakeSentinel::that('answer', bytes: $bytes);
foreach ([
    'it does not know the service' => $says("*-1\r\n"),
    'nil' => $says("\$-1\r\n"),
    'an error' => $says("-ERR no such thing\r\n"),
    'it says that it does not know' => $says("-IDONTKNOW I have not enough information to reply\r\n"),
    'an empty list' => $says("*0\r\n"),
    'a host alone' => $says(Resp::pack(['127.0.0.1'])),
    'a word too much' => $says(Resp::pack(['127.0.0.1', $port, 'x'])),
    'no port' => $says(Resp::pack(['127.0.0.1', 'x'])),
    'port 0' => $says(Resp::pack(['127.0.0.1', 0])),
    'a port that is too great' => $says(Resp::pack(['127.0.0.1', 65536 + $port])),
    'no host' => $says(Resp::pack(['', $port])),
    'a host of other bytes' => $says(Resp::pack(["\0\xff", $port])),
    'a list of lists' => $says("*2\r\n*0\r\n*0\r\n"),
    'a number' => $says(":$port\r\n"),
    'OK' => $says("+OK\r\n"),
    'garbage' => $says(str_repeat("\xff\0?", 100)),
    'a list without an end' => $says("*1000000\r\n\$1\r\nx\r\n"),
    'half a reply' => $says("*2\r\n\$9\r\n127.0"),
    'the end of the connection' => FakeSentinel::that('cutBefore'),
    'a reset' => FakeSentinel::that('reset'),
    'byte by byte' => FakeSentinel::that('drip', ms: 500),
    'too late' => FakeSentinel::that('delay', ms: 60_000),
] as $what => $bad) {
    $name = Check::unique('bad');
    $lock = new RedisMutexLock(SentinelSet::asking([$bad, ...$set->sentinels()], ['command_timeout' => 4, 'name' => $name]));
    $began = hrtime(true);
    Check::true($lock->lock($name, 0, 60), "$what: lock");
    Check::between(0, 2 * 4 + 1, (hrtime(true) - $began) / 1e9, "$what: seconds");
    Check::same(1, $bad->asked(), "$what: it was asked");
    Check::same($lock->token($name), $set->master()->client()->call('GET', "lock:$name"), "$what: at the master");
    Check::true($lock->unlock($name), "$what: unlock");
}
echo 'done';
?>
--EXPECT--
done
