--TEST--
stats: a wait counts its time, how it ended, and whether the lock was handed over
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$name = 'a';
$lock = new RedisMutexLock($server->url());
$queue = new Queue($server, $name);
Check::true($lock->lock($name, 0, 60), 'held');

// A wait without success. A command that the deadline cuts short may cost a connection.
$moved = static fn (callable $f): array => array_diff_key(Stats::moved($f), ['connections_opened' => 0]);
$other = new RedisMutexLock($server->url());
Check::same(['timed_out' => 1], $moved(fn () => $other->lock($name, 1)), 'in vain');
$waited = RedisMutexLock::stats()['waited_seconds'];
// The count begins a moment after the deadline was set.
Check::between(0.9, 10, $waited, 'time of a wait in vain');
Check::same(['timed_out' => 1], $moved(fn () => Check::throws(
    RedisMutexLockTimeoutException::class,
    fn () => $other->synchronized($name, fn () => null, 1, 60),
)), 'synchronized in vain');
Check::between($waited + 0.9, $waited + 10, RedisMutexLock::stats()['waited_seconds'], 'it adds up');

// The releasing process wakes the waiter, or the waiter finds the lock free when it looks.
$ends = [
    'handed over' => [60_000_000, 1, fn (RedisMutexLock $holder) => $holder->unlock($name)],
    'deleted by a stranger' => [10_000, 0, fn () => $redis->call('DEL', "lock:$name")],
    'handed over by forceUnlock' => [60_000_000, 1, fn () => $other->forceUnlock($name)],
];
$lock->unlock($name);
foreach ($ends as $how => [$sleep, $handedOver, $end]) {
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($name, 0, 60), "$how: held");
    $waiter = Worker::run(<<<'PHP'
        [, $url, $name, $sleep] = $argv;
        $lock = new RedisMutexLock($url);
        $began = hrtime(true);
        $moved = Tests\Stats::moved(fn () => Tests\Check::true($lock->lock($name, 60, 60, (int) $sleep), 'granted'));
        $took = (hrtime(true) - $began) / 1e9;
        say(json_encode([$moved, RedisMutexLock::stats()['waited_seconds'], $took]));
        PHP, [$server->url(), $name, $sleep]);
    $queue->sleep(1);
    $from = hrtime(true);
    usleep(50_000);
    $atLeast = (hrtime(true) - $from) / 1e9;
    $end($holder);
    [$moved, $waited, $took] = json_decode($waiter->line(), true);
    $waiter->finish();
    Check::same(['acquired' => 1] + ($handedOver ? ['handed_over' => 1] : []) + ['connections_opened' => 1], $moved, $how);
    Check::between($atLeast, $took, $waited, "$how: the time of its wait");
}

echo 'done';
?>
--EXPECT--
done
