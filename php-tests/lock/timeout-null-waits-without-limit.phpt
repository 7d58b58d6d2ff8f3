--TEST--
A timeout of null waits until the lock is free
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$holder = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    say($lock->lock('a', 0, 600) ? 'held' : 'refused');
    hear();
    say($lock->unlock('a') ? 'released' : 'lost');
    PHP, [$server->url()]);
$waiter = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    hear();
    say($lock->lock('a', null, 20, 10000) ? 'granted' : 'refused');
    say($lock->owner('a') === $lock->token('a') ? 'mine' : 'not mine');
    PHP, [$server->url()]);

$holder->expect('held');
$waiter->tell('lock');
$calls = static fn (): int => array_sum($redis->commandstats()) - $redis->commandstats()['info'];
$before = $calls();
Check::eventually(static fn (): bool => $calls() > $before, 10, 'the waiter has asked');
// The waiter must not return. No event shows this, so the test watches for longer than any short timeout.
usleep(1_500_000);
Check::same(false, $waiter->spoke(), 'the waiter still waits');
$holder->tell('release');
$holder->expect('released');
$waiter->expect('granted');
$waiter->expect('mine');
$waiter->finish();
$holder->finish();

echo 'done';
?>
--EXPECT--
done
