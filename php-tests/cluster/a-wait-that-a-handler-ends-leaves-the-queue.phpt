--TEST--
In a Cluster an exception or exit in a signal handler ends a wait, and the queue at the master is left; a handler may use the object
--FILE--
<?php
$set = ClusterSet::shared();
foreach (['exception' => 'throw new DomainException("mine");', 'exit' => 'exit(0);'] as $way => $code) {
    $name = Check::unique($way);
    $queue = new Queue($set->nodeOf("lock:$name"), $name, $set->config());
    $lock = new RedisMutexLock($set->config());
    Check::true($lock->lock($name, 0, 600), "$way: lock");
    $worker = Worker::run('[, $config, $name] = $argv;
        $lock = new RedisMutexLock(unserialize($config));
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () use ($lock, $name) {
            // Other nodes are asked meanwhile.
            for ($i = 0; $i < 10; $i++) {
                Tests\Check::true($lock->lock("$name-$i", 0, 60), "lock in a handler");
            }
            say("held " . count($lock->held()));
            ' . $code . '
        });
        try {
            $lock->lock($name, 600, 600, 60_000_000);
        } catch (DomainException $e) {
            say($e->getMessage());
        }', [serialize($set->config()), $name]);
    $queue->reaches(1);
    $waiter = $queue->waiter();
    $worker->signal(SIGUSR1);
    $worker->expect('held 10', 20);
    $way === 'exception' && $worker->expect('mine', 20);
    $worker->finish();
    $queue->reaches(1);
    Check::same([], $set->keys("lock:$name-*"), "$way: locks of the handler");
    Check::true($lock->unlock($name), "$way: unlock");
    $waiter->expect('granted', 20);
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
    $queue->vanishes();
}
echo 'done';
?>
--EXPECT--
done
