--TEST--
Over five servers a holder is killed: a waiter gets the lock when its lease has run out, not earlier, and not much later
--FILE--
<?php
$set = QuorumSet::shared();
$name = Check::unique('killed');
$holder = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(unserialize($argv[1]));
    Tests\Check::true($lock->lock($argv[2], 0, 8), 'lock');
    say('locked');
    hear();
    PHP, [serialize($set->config()), $name]);
$holder->expect('locked');
$began = hrtime(true);
$queue = $set->queue($name);
$waiter = $queue->waiter(sleep: 100_000);
$holder->kill();
$waiter->expect('granted', 40);
Check::between(7, 20, (hrtime(true) - $began) / 1e9, 'seconds');
$waiter->tell('unlock');
$waiter->expect('released');
$waiter->tell('end');
$waiter->finish();
$set->vanishes("lock:$name*");
echo 'done';
?>
--EXPECT--
done
