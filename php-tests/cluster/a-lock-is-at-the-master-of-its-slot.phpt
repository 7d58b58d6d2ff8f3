--TEST--
In a Cluster a lock is taken, asked for, lengthened and released at the master of its slot, with arrays and with a URL
--FILE--
<?php
$set = ClusterSet::shared();
$nodes = array_map(static fn ($node): array => ['host' => '127.0.0.1', 'port' => (string) $node->port], $set->nodes());
foreach (['array' => $set->config(), 'arrays' => $set->config(['cluster' => $nodes]), 'url' => $set->url(command_timeout: 10)] as $form => $config) {
    foreach ($set->masters() as $number => $master) {
        $what = "$form, master $number";
        $name = $set->name($form, $master);
        $redis = $master->client();
        [$lock, $other] = [new RedisMutexLock($config), new RedisMutexLock($config)];
        Check::true($lock->lock($name, 0, 60), "$what: lock");
        Check::same($lock->token($name), $redis->call('GET', "lock:$name"), "$what: what the master has");
        Check::same([false, false], [$lock->lock($name), $other->lock($name)], "$what: held");
        Check::same([true, true, true], [$lock->isLocking($name), $other->isLocked($name), $other->owner($name) === $lock->token($name)], "$what: questions");
        Check::between(50, 60, $lock->remaining($name), "$what: remaining");
        Check::same([null, false], [$other->remaining($name), $other->isLocking($name)], "$what: questions of another");
        Check::true($lock->expire($name, 600), "$what: expire");
        Check::between(500_000, 600_000, $redis->call('PTTL', "lock:$name"), "$what: milliseconds at the master");
        Check::same([true, false], [$lock->unlock($name), $lock->unlock($name)], "$what: unlock");
        Check::same([false, null], [$other->isLocked($name), $other->owner($name)], "$what: free");
        Check::true($other->lock($name, 0, 60), "$what: lock of another object");
        Check::same([true, false], [$lock->forceUnlock($name), $other->unlock($name)], "$what: forceUnlock");
        Check::same('done', $lock->synchronized($name, static fn (): string => $other->isLocked($name) ? 'done' : 'not locked'), "$what: synchronized");
        Check::same([], $set->keys("lock:$name*"), "$what: what is left");
    }
}
echo 'done';
?>
--EXPECT--
done
