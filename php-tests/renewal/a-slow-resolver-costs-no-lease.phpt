--TEST--
A resolver that does not answer costs no lease, delays forks by little, and does not delay the end of the process
--FILE--
<?php
$server = RedisServer::start(['appendonly' => 'yes', 'appendfsync' => 'always']);
$another = RedisServer::shared();
$name = Check::unique('slow');
$names = new FakeNames();
$worker = Worker::run(<<<'PHP'
    [, $named, $literal, $name] = $argv;
    $named = new RedisMutexLock(unserialize($named));
    $literal = new RedisMutexLock(unserialize($literal));
    Tests\Check::true($named->lock($name, 0, null), 'lock');
    Tests\Check::true($literal->lock($name, 0, null), 'lock at another server');
    say('locked');
    while (($order = hear()) !== 'end') {
        if ($order === 'fork') {
            $pid = pcntl_fork();
            $pid === 0 && exit(0);
            pcntl_waitpid($pid, $status);
            Tests\Check::same(0, $status, 'status of the child');
        }
        $stats = RedisMutexLock::stats();
        say(json_encode([count($named->held()), count($literal->held()), $stats['lost'], $stats['renewed']]));
    }
    $named->detach($name);
    PHP, [
    serialize(['host' => 'localhost', 'lease' => 5] + $server->config()),
    serialize(['lease' => 6] + $another->config()),
    $name,
], $names->environment());
$worker->expect('locked');
$state = function (string $order) use ($worker): array {
    $worker->tell($order);

    return json_decode($worker->line(60), true);
};
Check::eventually(fn (): bool => $state('state')[3] >= 2, 10, 'the thread has its connections');

// No test waits until such a lookup ends.
$names->delay(waits: 900);
$lookups = $names->lookups();
$server->restart();
Check::eventually(fn (): bool => $names->lookups() > $lookups, 10, 'a lookup has begun');
$begun = hrtime(true);
for ($i = 0; $i < 10; $i++) {
    Check::same([1, 1, 0], array_slice($state('fork'), 0, 3), 'held, held, lost');
}
Check::true(hrtime(true) - $begun < 60e9, 'the forks do not wait for the lookup');

// More than two leases each, over the address that is known.
$renewed = $state('state')[3];
Check::eventually(function () use ($state, $renewed): bool {
    $now = $state('state');
    Check::same([1, 1, 0], array_slice($now, 0, 3), 'held, held, lost');

    return $now[3] >= $renewed + 14;
}, 60, 'both are renewed');
Check::same($lookups + 1, $names->lookups(), 'one lookup at a time');
$worker->tell('end');
$worker->finish(60);
echo 'done';
?>
--EXPECT--
done
