--TEST--
In a Cluster a name with a brace and no tag has no queue: it is locked, renewed, expired, adopted and released, and a wait looks every $sleep
--FILE--
<?php
$set = ClusterSet::shared();
$lock = new RedisMutexLock($set->config(['lease' => 3]));
foreach (['brace{', '{}brace', '}'] as $hint) {
    $name = $hint . Check::unique('brace');
    $redis = $set->nodeOf("lock:$name")->client();
    $holder = Holder::of($name, $set->config(['lease' => 2]));
    Check::same(false, $lock->lock($name), "$name: held");
    Check::same(false, $lock->lock($name, 0.3, 60, 10_000), "$name: a wait in vain");
    Check::same([true, $holder->ask('$lock->token($name)')], [$lock->isLocked($name), $lock->owner($name)], "$name: questions");
    $left = $redis->call('PTTL', "lock:$name");
    Check::eventually(function () use ($redis, $name, &$left): bool {
        $before = $left;
        $left = $redis->call('PTTL', "lock:$name");

        return $left > $before;
    }, 10, "$name: renewed");
    Check::true($holder->ask('$lock->expire($name, 600)'), "$name: expire");
    $watch = new ClusterWatch($set, $client = Check::unique('client'));
    $waiter = Worker::run(<<<'PHP'
        [, $config, $name] = $argv;
        $lock = new RedisMutexLock(unserialize($config));
        say('waits');
        say($lock->lock($name, 30, 60, 20_000) ? 'granted' : 'refused');
        say($lock->unlock($name) ? 'released' : 'lost');
        PHP, [serialize($set->config(['name' => $client])), $name]);
    $waiter->expect('waits');
    Check::eventually(static fn (): bool => $watch->count('EVALSHA') + $watch->count('SET') > 3, 20, "$name: it looks");
    Check::same([], $set->keys("lock:$name:*"), "$name: companions");
    Check::true($holder->ask('$lock->unlock($name)'), "$name: unlock");
    $waiter->expect('granted', 20);
    $waiter->expect('released');
    $waiter->finish();
    Check::true($lock->lock($name, 0, 60), "$name: lock");
    $token = $lock->detach($name);
    Check::true($lock->adopt($name, $token, 60), "$name: adopt");
    Check::true($lock->unlock($name), "$name: unlock of the second owner");
    $holder->finish();
    Check::same([], $set->keys("lock:$name*"), "$name: what is left");
}
echo 'done';
?>
--EXPECT--
done
