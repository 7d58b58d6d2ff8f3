--TEST--
While impatient waiters come and leave, the first waiter keeps looking and keeps its place
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$queue = new Queue($server, 'busy');
$redis->call('SET', $queue->lock, 'stranger');
$proxy = Proxy::to($server);
$first = $queue->waiter(sleep: 100_000, port: $proxy->port);
[$token] = $queue->tokens();
$impatient = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    while (hear() === 'come and leave') {
        for ($i = 0; $i < 50; $i++) {
            $lock->lock('busy', 0.01, 0.01);
        }
        say('left');
    }
    PHP, [$server->url()]);
// In each of these spans, of half a second or more, the first waiter looks a few times and counts as alive.
foreach (['50', '100', '150', '200', '250'] as $count) {
    $before = $proxy->count('EVAL*');
    $seen = $queue->seen($token);
    $impatient->tell('come and leave');
    $impatient->expect('left', 30);
    Check::true($proxy->count('EVAL*') > $before, "until $count have left: the first looks");
    Check::true($queue->seen($token) > $seen, "until $count have left: it is seen");
    Check::same($token, $queue->tokens()[0], "until $count have left: it is the first");
}
$impatient->tell('come and leave');
$redis->call('DEL', $queue->lock);
$first->expect('granted');
$first->tell('end');
$first->finish();
$impatient->kill();
echo 'done';
?>
--EXPECT--
done
