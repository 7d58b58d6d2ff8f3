--TEST--
The first waiter looks every `sleep`, the second every half second, the others every second, none beyond its deadline or the end of the lease
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();

/** The seconds for which the waiter behind the proxy has asked the server to let it sleep. */
$sleeps = static function (Proxy $proxy, int $count): array {
    $asked = static fn (): array => array_values(array_map(
        static fn (array $one): float => (float) $one['words'][2],
        array_filter($proxy->log(), static fn (array $one): bool => strtoupper($one['words'][0]) === 'BLPOP'),
    ));
    Check::eventually(static fn (): bool => count($asked()) >= $count, 20, 'it sleeps');

    return array_slice($asked(), 0, $count);
};

// The waiters stand behind a lock that lasts.
$queue = new Queue($server, 'long');
$redis->call('SET', $queue->lock, 'stranger', 'PX', 600_000);
$proxies = $waiters = [];
foreach (range(0, 3) as $i) {
    $proxies[] = $proxy = Proxy::to($server);
    $waiters[] = $queue->waiter(sleep: 120_000, port: $proxy->port);
}
foreach ([0.12, 0.5, 1.0, 1.0] as $i => $longest) {
    foreach ($sleeps($proxies[$i], 2) as $slept) {
        // The server counts in milliseconds, and opening a connection takes some time.
        Check::between(0.001, $longest, $slept, "the $i. in line");
    }
}
Check::true(max($sleeps($proxies[1], 2)) > 0.12, 'the second does not look every sleep');
Check::true(max($sleeps($proxies[2], 2)) > 0.5, 'nor does the third look as often as the second');

// Each waiter moves forward by one place.
$waiters[0]->kill();
$longest = static fn (int $i): float => $sleeps($proxies[$i], $count = count(array_filter(
    $proxies[$i]->log(),
    static fn (array $one): bool => $one['words'][0] === 'BLPOP',
)))[$count - 1];
Check::eventually(static fn (): bool => $longest(1) <= 0.12, 20, 'the second takes the place of the dead');
Check::eventually(static fn (): bool => $longest(2) <= 0.5, 20, 'and the third that of the second');
$waiters[3]->kill();
$redis->call('DEL', $queue->lock);
foreach ([1, 2] as $i) {
    $waiters[$i]->expect('granted');
    $waiters[$i]->tell('unlock');
    $waiters[$i]->expect('released');
    $waiters[$i]->tell('end');
    $waiters[$i]->finish();
}
$queue->vanishes();

// A sleep ends at the end of the lease and at the deadline.
$ends = ['lease' => [900, 60.0, 'granted'], 'deadline' => [600_000, 0.9, 'refused']];
foreach ($ends as $what => [$lease, $timeout, $answer]) {
    $queue = new Queue($server, $what);
    $proxy = Proxy::to($server);
    $redis->call('SET', $queue->lock, 'stranger', 'PX', $lease);
    $waiter = $queue->waiter(timeout: $timeout, port: $proxy->port);
    Check::between(0.001, 0.902, $sleeps($proxy, 1)[0], "sleep before the end of the $what");
    $waiter->expect($answer);
    $waiter->tell('end');
    $waiter->finish();
    $redis->call('DEL', $queue->lock);
    $queue->vanishes();
}
echo 'done';
?>
--EXPECT--
done
