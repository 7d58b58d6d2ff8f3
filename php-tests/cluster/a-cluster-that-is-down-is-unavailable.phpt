--TEST--
In a Cluster that is down a call is Unavailable, a wait goes on for retry_for, and a wait that outlasts it ends with the lock
--FILE--
<?php
$set = ClusterSet::start();
[$living, $second, $third] = $set->masters();
$config = $set->config(['command_timeout' => 2, 'retry_for' => 1.5]);
$lock = new RedisMutexLock($config);
$name = $set->name('down', $living);
Check::true($lock->lock($name) && $lock->unlock($name), 'a pair');
// Two of three masters: nobody promotes a replica.
$set->kill($second);
$set->kill($third);
$redis = $living->client();
// A node that stood still for a while says so too, and takes it back when it reads the answers of the others.
Check::eventually(static function () use ($redis): bool {
    $isDown = str_contains((string) $redis->call('CLUSTER', 'INFO'), 'cluster_state:fail');
    $nodes = (string) $redis->call('CLUSTER', 'NODES');

    return $isDown && preg_match_all('/ master,fail\??/', $nodes) === 2;
}, 30, 'the Cluster is down, and knows the two masters that are dead');
foreach (['kept' => $lock, 'new' => new RedisMutexLock(['name' => 'new'] + $config)] as $what => $one) {
    foreach ([0 => [0, 8], 60 => [1.4, 12]] as $timeout => [$least, $most]) {
        $began = hrtime(true);
        $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $one->lock($name, $timeout))->getMessage();
        Check::between($least, $most, (hrtime(true) - $began) / 1e9, "$what, timeout $timeout: seconds");
        Check::true(str_contains($message, 'CLUSTERDOWN'), "$what, timeout $timeout: $message");
    }
}
$holder = Holder::waiting($name, ['retry_for' => 120] + $config);
usleep(300_000);
Check::same(false, $holder->worker->spoke(), 'it waits');
$set->heal();
$holder->worker->expect('held', 30);
Check::true($holder->ask('$lock->unlock($name)'), 'unlock');
$holder->finish();
Check::true($lock->lock($name) && $lock->unlock($name), 'a pair afterwards');
echo 'done';
?>
--EXPECT--
done
