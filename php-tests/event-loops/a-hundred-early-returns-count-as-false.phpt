--TEST--
A callable that comes back too early is called again, and after a hundred times in one sleep the process waits
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('early');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($name, 0, 60), 'held');
$spans = [];
RedisMutexLock::onWait(function (mixed $stream, float $seconds) use (&$spans): void {
    $spans[] = $seconds;
});
$waiter = new RedisMutexLock($server->url());
$cpu = Cost::spent();
// The queue is looked at each 0.5 s, so there are two or three sleeps on a quick machine.
Check::same(false, $waiter->lock($name, 1.2, 60, 500_000), 'the deadline is kept');
Check::between(100, 800, count($spans), 'calls');
// Within a sleep the rest of its time shrinks from call to call. It grows or jumps where another sleep begins.
$sleeps = [];
foreach ($spans as $i => $seconds) {
    $goesOn = $i > 0 && $seconds <= $spans[$i - 1] && $spans[$i - 1] - $seconds < 0.1;
    $goesOn ? $sleeps[array_key_last($sleeps)]++ : $sleeps[] = 1;
}
// A reply that comes in the midst of the calls ends its sleep before the hundredth.
Check::same(100, max($sleeps), 'the most calls of a sleep');
Check::between(0, 0.5, Cost::spent() - $cpu, 'seconds of CPU');

// A callable that comes back early a few times is harmless.
$early = 0;
RedisMutexLock::onWait(function (mixed $stream, float $seconds) use (&$early): void {
    if (++$early % 3 === 0 && $stream !== null) {
        $read = [$stream];
        $none = null;
        stream_select($read, $none, $none, 0, (int) ($seconds * 1e6) + 1);
    }
});
Check::same(false, $waiter->lock($name, 0.5, 60), 'the deadline is kept again');
Check::between(3, 300, $early, 'calls');
echo "done\n";
?>
--EXPECT--
done
