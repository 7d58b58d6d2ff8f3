--TEST--
unlock() with the token of another process or library hands the lock to the first waiter
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
foreach (['another library' => 'aB3dE6gH9jK2mN5p', 'ours' => RedisMutexLock::generateToken()] as $what => $token) {
    $queue = new Queue($server, Check::unique('of'));
    $redis->call('SET', $queue->lock, $token, 'PX', 600_000);
    // They look once a minute: only a hand-over wakes them sooner.
    $waiters = [$queue->waiter(), $queue->waiter()];
    $order = $queue->tokens();
    Check::same(false, $lock->unlock($queue->name, 'somebody'), "$what: with a wrong token");
    Check::true($lock->unlock($queue->name, $token), "$what: unlock");
    $waiters[0]->expect('granted', 20);
    Check::same($order[0], $queue->holder(), "$what: the first waiter has it");
    // The owner of the waiter's lock is known by its token too.
    Check::true($lock->unlock($queue->name, $order[0]), "$what: unlock for the waiter");
    $waiters[1]->expect('granted', 20);
    Check::same($order[1], $queue->holder(), "$what: the second waiter has it");
    foreach (['lost', 'released'] as $i => $answer) {
        $waiters[$i]->tell('unlock');
        $waiters[$i]->expect($answer);
        $waiters[$i]->tell('end');
        $waiters[$i]->finish();
    }
}
echo 'done';
?>
--EXPECT--
done
