--TEST--
A user without the right to BLPOP learns at once that it cannot wait, and stands in no queue when the request is over
--FILE--
<?php
$server = RedisServer::start(['user' => ['some on >s ~lock:* resetchannels +@all -blpop']]);
$queue = new Queue($server, 'a');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock('a', 0, 600), 'held');
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(['url' => $argv[1], 'username' => 'some', 'password' => 's']);
    try {
        $lock->lock('a', 600, 60);
        say('no exception');
    } catch (RedisMutexLockUnavailableException $e) {
        say($e->getMessage());
    }
    Tests\Check::true($lock->lock('free', 600, 60) && $lock->unlock('free'), 'a free lock needs no right to wait');
    PHP, [$server->url()]);
Check::true(str_contains($line = $worker->line(), 'NOPERM'), $line);
$worker->finish();
Check::same([], $queue->tokens(), 'who waits');
Check::true($holder->unlock('a'), 'released');
Check::same(null, $queue->holder(), 'given to nobody');
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
