--TEST--
In a Cluster a master is killed, or paused and comes back: a renewed lease survives, though PHP does nothing meanwhile; the renewing thread finds the new master by itself
--FILE--
<?php
Together::each(['killed', 'paused'], static function (string $failover): void {
    $set = ClusterSet::start();
    [$old] = $set->masters();
    // The failover must be shorter than two thirds of the lease, on a busy machine too.
    $holder = Holder::of($name = $set->name('renewed', $old), $set->config(['lease' => 24, 'command_timeout' => 5]));
    $token = $holder->ask('$lock->token($name)');
    $failover === 'killed' ? $set->kill($old) : $set->pause($old);
    $new = $set->promoted($old);
    $failover === 'paused' && $old->resume();
    // PHP waits for a line. A renewal makes the lifetime longer.
    $redis = $new->client();
    $left = $redis->call('PTTL', "lock:$name");
    Check::eventually(function () use ($redis, $name, &$left): bool {
        $before = $left;
        $left = $redis->call('PTTL', "lock:$name");

        return $left > $before;
    }, 30, 'it is renewed at the new master');
    Check::same($token, $redis->call('GET', "lock:$name"), 'whose it is');
    Check::same([true, 0], $holder->ask('[$lock->isLocking($name), RedisMutexLock::stats()["lost"]]', 20), 'held, lost');
    Check::true($holder->ask('$lock->unlock($name)', 20), 'unlock');
    $holder->finish();
    Check::same([], $set->keys(), 'what is left');
});
echo 'done';
?>
--EXPECT--
done
