--TEST--
The end of an object, exit, a signal handler, a fork and a lost lease end a share as they end a lock
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$count = static fn (): int => $redis->call('ZCARD', 'lock:e');
$keep = new RedisMutexLock($server->url());
Check::true($keep->lockShared('e', 0, 60), 'one that stays');
$lock = new RedisMutexLock($server->url());
$lock->lockShared('e', 0, 60);
Check::same(2, $count(), 'two');
unset($lock);
Check::same(1, $count(), 'the end of the object');
foreach (['', 'exit;', 'throw new Exception("x");', 'ini_set("memory_limit", "8M"); str_repeat("x", 64 << 20);'] as $end) {
    $worker = Worker::run('ini_set("display_errors", "0"); ini_set("log_errors", "0");
        $lock = new RedisMutexLock($argv[1]);
        say($lock->lockShared("e", 0, null) ? "granted" : "refused");
        ' . $end, [$server->url()]);
    $worker->expect('granted');
    $worker->wait();
    Check::same(1, $count(), "behind '$end'");
}
// The child of a fork has nothing of its parent's.
$worker = Worker::run('$lock = new RedisMutexLock($argv[1]);
    $lock->lockShared("e", 0, 60);
    if (pcntl_fork() === 0) {
        say(json_encode([$lock->held(), $lock->unlock("e"), $lock->lockShared("e", 0, 60)]));
        exit;
    }
    pcntl_wait($status);
    say($lock->isLocking("e") ? "has it" : "lost it");', [$server->url()]);
$worker->expect('[[],false,true]');
$worker->expect('has it');
$worker->wait();
Check::same(1, $count(), 'behind both');
// A renewed share that somebody deletes is lost, and onLost hears of it.
$lost = null;
$renewed = new RedisMutexLock([...$server->config(), 'lease' => 0.3]);
$renewed->onLost(function (string $name) use (&$lost): void {
    $lost = $name;
});
Check::true($renewed->lockShared('e', 0, null), 'renewed');
$redis->call('ZREM', 'lock:e', $renewed->token('e'));
Check::eventually(function () use (&$lost): bool {
    return $lost === 'e';
}, 5, 'the loss');
Check::same([false, []], [$renewed->unlock('e'), $renewed->held()], 'and it is gone');
echo "done\n";
?>
--EXPECT--
done
