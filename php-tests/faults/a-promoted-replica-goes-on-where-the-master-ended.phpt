--TEST--
A promoted replica that had everything goes on where the master ended: holders hold, renewal goes on, waiters are served in order
--FILE--
<?php
Together::each(['planned' => 3, 'killed' => 9], static function (int $lease, string $how): void {
    $pair = new Failover();
    $config = [...$pair->gateway->config(), 'fencing' => true, 'lease' => $lease, 'retry_for' => 60];
    $fixed = new RedisMutexLock($config);
    $renewed = new RedisMutexLock($config);
    $lost = 0;
    $renewed->onLost(function () use (&$lost): void {
        $lost++;
    });
    $queue = new Queue($pair->master, 'fixed');
    Check::true($fixed->lock('fixed', 0, 600), "$how: lock");
    $waiters = [];
    for ($i = 0; $i < 3; $i++) {
        $waiters[] = $queue->waiter(['fencing' => true, 'retry_for' => 60], port: $pair->gateway->port);
    }
    $order = $queue->tokens();
    $impatient = Worker::run(<<<'PHP'
        $lock = new RedisMutexLock(['url' => $argv[1], 'retry_for' => 60]);
        $began = hrtime(true);
        try {
            $got = $lock->lock('fixed', 2.5) ? 'granted' : 'refused';
        } catch (RedisMutexLockUnavailableException) {
            $got = 'unavailable';
        }
        say($got);
        say((string) ((hrtime(true) - $began) / 1e9));
        PHP, [$pair->gateway->url()]);
    $queue->reaches(4);
    Check::true($renewed->lock('renewed', 0, null), "$how: lock of what is renewed");
    $token = $renewed->token('renewed');
    $pair->synchronise();
    $new = $pair->replica->client();
    $known = static fn (): array => $new->call('SCRIPT', 'EXISTS', ...array_map(Script::sha(...), ['acquire', 'renew', 'release']));
    Check::same([0, 0, 0], $known(), "$how: what the replica knows of the scripts");

    if ($how === 'planned') {
        $pair->changePlaces();
    } else {
        $pair->kill();
    }
    // The master is killed: there is no server until that wait is over.
    $impatient->expect($how === 'planned' ? 'refused' : 'unavailable');
    Check::between(2.5, 2.5 + 2 * 1 + 3, (float) $impatient->line(), "$how: seconds until a wait of 2.5 ends");
    $impatient->finish();
    if ($how === 'killed') {
        $pair->promote();
    }
    $before = RedisMutexLock::stats();

    // All waiters are in the queue of the new server, in their old order.
    $queue = new Queue($pair->master, 'fixed');
    $queue->sleep(3);
    // A waiter that gave up while there was no server is passed over when it was not seen for long enough.
    Check::eventually(fn (): bool => $queue->tokens() === $order, 5, "$how: they wait in their order, and nobody else");
    $other = new RedisMutexLock($config);
    Check::same([false, false], [$other->lock('fixed'), $other->lock('renewed')], "$how: locks of others");
    Check::same([true, true], [$fixed->isLocking('fixed'), $renewed->isLocking('renewed')], "$how: its word");
    $fence = $fixed->fence('fixed');
    Check::true($fixed->unlock('fixed'), "$how: unlock");
    foreach ($waiters as $i => $waiter) {
        // Who releases the lock hands it over in the same step.
        Check::same($order[$i], $queue->holder(), "$how: who has it");
        $waiter->expect('granted', 30);
        $waiter->tell('fence');
        $next = (int) $waiter->line();
        Check::true($next > $fence, "$how: the fence $next after $fence");
        $fence = $next;
        $waiter->tell('unlock');
        $waiter->expect('released');
        $waiter->tell('end');
        $waiter->finish();
    }
    Check::eventually(static fn (): bool => RedisMutexLock::stats()['renewed'] > $before['renewed'], $lease + 20, "$how: renewed");
    Check::same([1, 1, 1], $known(), "$how: what the new master knows of the scripts");
    $redis = $pair->master->client();
    Check::same($token, $redis->call('GET', 'lock:renewed'), "$how: whose it is");
    Check::true($redis->call('PTTL', 'lock:renewed') > $lease * 1000 / 2, "$how: its lifetime");
    Check::same([true, true], [$renewed->isLocking('renewed'), $renewed->unlock('renewed')], "$how: its word at the end");
    Check::same([0, $before['lost']], [$lost, RedisMutexLock::stats()['lost']], "$how: what was lost");
    $queue->vanishes();
});
echo 'done';
?>
--EXPECT--
done
