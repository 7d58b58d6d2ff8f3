--TEST--
With min_replicas above 0 each release is awaited, whatever await_release says
--FILE--
<?php
$pair = new Replication();
foreach (['one replica' => [false, 1], 'no replica' => [false, 0]] as $what => [$await, $wanted]) {
    $proxy = Proxy::to($pair->master);
    $lock = new RedisMutexLock($pair->config(['port' => $proxy->port, 'await_release' => $await, 'min_replicas' => $wanted]));
    for ($i = 0; $i < 3; $i++) {
        Check::true($lock->lock('a', 0, 60) && $lock->unlock('a'), "$what: a pair");
        $wanted > 0 && Check::same([], $pair->locks(), "$what: gone for everybody");
    }
    Check::true($lock->lock('a', 0, 60), "$what: lock");
    $proxy->rule(['command' => 'EVALSHA', 'do' => 'answer', 'bytes' => "-ERR no\r\n"]);
    $wanted > 0
        ? Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->unlock('a'), 'ERR no')
        : Check::true($lock->unlock('a'), "$what: not awaited");
    $proxy->clear();
    unset($lock);
    Check::same([], $pair->locks(), "$what: nothing is left");
}
// In a URL and in php.ini too.
foreach (['redis://127.0.0.1:' . $pair->master->port . '?min_replicas=1&await_release=0' => [], '' => [
    'redis_mutex_lock.url' => 'redis://127.0.0.1:' . $pair->master->port . '?min_replicas=1', 'redis_mutex_lock.await_release' => '0',
]] as $url => $ini) {
    $worker = Worker::run('$lock = new RedisMutexLock($argv[1] ?: null);
        for ($i = 0; $i < 30; $i++) {
            Tests\Check::true($lock->lock("a", 0, 60) && $lock->unlock("a"), "a pair");
            Tests\Check::same(0, (new Tests\RedisClient($argv[2]))->call("EXISTS", "lock:a"), "gone for everybody");
        }', [$url, $pair->master->address()], ini: $ini);
    $worker->finish(30);
}
echo "done\n";
?>
--EXPECT--
done
