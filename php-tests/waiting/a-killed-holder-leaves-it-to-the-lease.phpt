--TEST--
After the holder is killed and its lease has run out, the waiters get the lock in their order
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'a');
$began = hrtime(true);
$holder = Worker::run('$lock = new RedisMutexLock($argv[1]);
    say($lock->lock($argv[2], 0, 2.5) ? "held" : "refused");
    hear();', [$server->url(), $queue->name]);
$holder->expect('held');
// No waiter looks before the lease is over. The waiter that looks first does not take the lock from the first in line.
$waiters = [$queue->waiter(), $queue->waiter(), $queue->waiter()];
$holder->kill();
foreach ($waiters as $i => $waiter) {
    $waiter->expect('granted');
    // The lease, and a look each second.
    Check::between($i === 0 ? 2.5 : 0, 12, (hrtime(true) - $began) / 1e9, "seconds until the $i.");
    Check::same(2 - $i, count($queue->tokens()), "who waits behind the $i.");
    $queue->sleep(2 - $i);
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
}
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
