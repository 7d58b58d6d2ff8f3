--TEST--
After hand-overs, timeouts and killed waiters no key is left but those that go away by themselves within 3 s
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$queue = new Queue($server, 'a');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock('a', 0, 600), 'held');
$living = $queue->waiter();
$short = $queue->waiter(timeout: 1);
$killed = $queue->waiter(expire: 0.5);
$last = $queue->waiter();
$killed->kill();
$short->expect('refused');
$queue->sleep(2);
Check::true($holder->unlock('a'), 'released');
$living->expect('granted');
$living->tell('unlock');
$living->expect('released');
$last->expect('granted');
$last->tell('unlock');
$last->expect('released');
$queue->vanishes();
Check::eventually(static fn (): bool => $redis->call('DBSIZE') === 0, 5, 'an empty server');
foreach ([$living, $short, $last] as $worker) {
    $worker->tell('end');
    $worker->finish();
}
echo 'done';
?>
--EXPECT--
done
