--TEST--
A server without memory serves all waiters in turn, for any time, and lets them leave
--FILE--
<?php
Together::each(['plain' => false, 'fenced' => true], static function (bool $fencing, string $name): void {
    $server = RedisServer::start(['maxmemory-policy' => 'noeviction']);
    $redis = $server->client();
    $queue = new Queue($server, $name);
    $config = ['url' => $server->url(), 'fencing' => $fencing];
    $holder = new RedisMutexLock($config);
    Check::true($holder->lock($queue->name, 0, 600), 'held');
    $first = $queue->waiter(['fencing' => $fencing]);
    $leaves = $queue->waiter(['fencing' => $fencing], timeout: 3);
    $last = $queue->waiter(['fencing' => $fencing]);
    [, , $three] = $queue->tokens();

    $redis->call('CONFIG', 'SET', 'maxmemory', 1);
    $queue->sleep(3);
    Check::true($holder->unlock($queue->name), 'released');
    $first->expect('granted');
    $leaves->expect('refused');
    Check::same([$three], $queue->tokens(), 'who waits');
    // Longer than the server trusts a waiter that it does not see.
    $seen = $queue->seen($three);
    Check::eventually(static fn (): bool => $queue->seen($three) > $seen + 2_500_000, 20, 'it is seen again and again');
    Check::throws(RedisError::class, static fn () => $redis->call('SET', 'x', 'y'), 'OOM');
    $first->tell('unlock');
    $first->expect('released');
    $last->expect('granted');
    Check::same($three, $queue->holder(), 'who has it');
    $redis->call('CONFIG', 'SET', 'maxmemory', 0);
    foreach ([$first, $leaves, $last] as $worker) {
        $worker->tell('end');
        $worker->finish();
    }
    $queue->vanishes();
});
echo 'done';
?>
--EXPECT--
done
