--TEST--
A callable that comes back too early is called again, and after a hundred times in one sleep the process waits
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('early');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($name, 0, 60), 'held');
$calls = [];
RedisMutexLock::onWait(function () use (&$calls): void {
    $calls[] = hrtime(true);
});
$waiter = new RedisMutexLock($server->url());
$cpu = Cost::spent();
// The queue is looked at each 0.5 s, so there are two or three sleeps on a quick machine.
Check::same(false, $waiter->lock($name, 1.2, 60, 500_000), 'the deadline is kept');
Check::between(100, 800, count($calls), 'calls');
// A sleep that a reply ends in the midst of its calls has fewer of them, and the process does not wait behind those.
$calls[] = hrtime(true);
[$before, $inFront] = [0, []];
for ($i = 1; $i < count($calls); $i++) {
    if ($calls[$i] - $calls[$i - 1] > 300_000_000) {
        $inFront[] = $i - $before;
        $before = $i;
    }
}
Check::true($inFront !== [] && max($inFront) >= 100, 'calls in front of each wait of the process: ' . implode(', ', $inFront));
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
