--TEST--
A loss is reported within a moment while lock() waits and looks every five seconds, not when the wait looks next
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('moment');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock("$name-busy", 0, 600), 'somebody holds it');
$proxy = Proxy::to($server);
$worker = Worker::run(<<<'PHP'
    [, $server, $proxy, $name] = $argv;
    // The renewed lock is at the server itself, so that the proxy's log shows the wait alone.
    $renewed = new RedisMutexLock(['url' => $server, 'lease' => 1.2]);
    $waits = new RedisMutexLock($proxy);
    $renewed->onLost(function (string $lost) use ($renewed, $name) {
        say((string) hrtime(true));
        // The name of the next round.
        $next = explode('/', $lost)[1] + 1;
        Tests\Check::true($renewed->lock("$name/$next", 10, null), 'lock in the callback');
    });
    Tests\Check::true($renewed->lock("$name/0", 10, null), 'lock');
    say(json_encode($waits->lock("$name-busy", 60, 600, 5_000_000)));
    PHP, [$server->url(), $proxy->url(), $name]);
(new Queue($server, "$name-busy"))->reaches(1);
// The wait slept in whole seconds, as without a disturbance.
$sleeps = static fn (): int => count(array_filter(
    $proxy->log(),
    static fn (array $seen): bool => $seen['words'][0] === 'BLPOP' && (float) $seen['words'][2] > 0.9,
));
$took = [];
// A busy machine may be slow in some rounds. One quick round is a proof: a wait that ignored losses would take a second
// in each round.
for ($round = 0; $round < 10 && ($round < 3 || min($took) >= 0.7); $round++) {
    Check::eventually(fn (): bool => $redis->call('EXISTS', "lock:$name/$round") === 1, 10, "round $round: held");
    $before = $sleeps();
    Check::eventually(function () use ($sleeps, $before, &$began): bool {
        $now = hrtime(true);
        // At this time the waiter did not sleep yet.
        return $sleeps() > $before || ($began = $now) === null;
    }, 10, "round $round: it goes to sleep");
    Check::same(1, $redis->call('DEL', "lock:$name/$round"), "round $round: the key is deleted");
    $took[] = ((int) $worker->line() - $began) / 1e9;
}
Check::between(0, 0.7, min($took), 'seconds from the beginning of the sleep, and before the loss, until it is reported');
Check::true($holder->unlock("$name-busy"), 'handed over');
$worker->expect('true');
$worker->finish();
Check::eventually(fn (): bool => $redis->call('KEYS', "lock:$name*") === [], 10, 'nothing is left');
echo 'done';
?>
--EXPECT--
done
