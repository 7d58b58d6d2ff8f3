--TEST--
Behind a holder that renews a short lease again and again, only the first waiter looks when the lease may be over
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$queue = new Queue($server, 'short');
$redis->call('SET', $queue->lock, 'stranger', 'PX', 60_000);
$stranger = Worker::run(<<<'PHP'
    [, $address, $key] = $argv;
    $redis = new Tests\RedisClient($address);
    for ($i = 0; ; $i++) {
        $redis->call('PEXPIRE', $key, 600);
        $i === 0 && say('renews');
        usleep(10_000);
    }
    PHP, [$server->address(), $queue->lock]);
$stranger->expect('renews');
[$front, $behind] = [Proxy::to($server), Proxy::to($server)];
$waiters = [];
foreach ([$front, $front, $behind, $behind, $behind, $behind] as $proxy) {
    $waiters[] = $queue->waiter(port: $proxy->port);
}
Check::eventually(static fn (): bool => $behind->count('BLPOP') >= 12, 20, 'they sleep');
$seconds = static fn (Proxy $proxy): array => array_map(
    static fn (array $seen): float => (float) $seen['words'][2],
    array_values(array_filter($proxy->log(), static fn (array $seen): bool => strtoupper($seen['words'][0]) === 'BLPOP')),
);
foreach ($seconds($behind) as $slept) {
    Check::between(0.7, 1, $slept, 'a sleep of those behind');
}
// A look at the end of each, and one at the beginning.
Check::between(1, $behind->count('BLPOP') + 8, $behind->count('EVAL*'), 'their looks');
Check::true(min($seconds($front)) <= 0.61, 'the first sleeps until the lease may be over');
$stranger->kill();
foreach ($waiters as $waiter) {
    $waiter->expect('granted');
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
}
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
