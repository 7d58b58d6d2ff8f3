--TEST--
A waiter that was killed may be given the lock, for no longer than a claim: then the next one has it
--FILE--
<?php
$server = RedisServer::shared();
$queue = new Queue($server, Check::unique('killed'));
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($queue->name, 0, 600), 'held');
$first = $queue->waiter();
$second = $queue->waiter();
[$one, $two] = $queue->tokens();
$first->kill();
$began = hrtime(true);
[$claimed, $left] = $queue->release($holder->token($queue->name));
Check::same($one, $claimed, 'the dead one was next');
Check::between(1, 1000, $left, 'its claim');
$second->expect('granted');
Check::between(0, 5, (hrtime(true) - $began) / 1e9, 'seconds');
Check::same($two, $queue->holder(), 'the second has it');
$second->tell('end');
$second->finish();
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
