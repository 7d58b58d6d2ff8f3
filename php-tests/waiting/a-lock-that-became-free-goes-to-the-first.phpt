--TEST--
A lock that became free without a hand-over goes to the first waiter, not to the first that asks
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$asking = [
    'a fenced newcomer' => static fn (string $name): bool
        => @(new RedisMutexLock(['url' => $server->url(), 'fencing' => true]))->lock($name, 0, 600),
    'a fenced newcomer that waits a little' => static fn (string $name): bool
        => @(new RedisMutexLock(['url' => $server->url(), 'fencing' => true]))->lock($name, 0.05, 600),
];
foreach ($asking as $who => $ask) {
    $queue = new Queue($server, strtr($who, ' ', '-'));
    $redis->call('SET', $queue->lock, 'stranger');
    $waiters = [$queue->waiter(), $queue->waiter(), $queue->waiter(sleep: 20_000)];
    $tokens = $queue->tokens();
    $queue->sleep(3);
    $redis->call('DEL', $queue->lock);
    Check::same(false, $ask($queue->name), "$who: refused");
    foreach ($waiters as $i => $waiter) {
        $waiter->expect('granted');
        Check::same($tokens[$i], $queue->holder(), "$who: the $i. has it");
        Check::same(array_slice($tokens, $i + 1), $queue->tokens(), "$who: the others wait");
        $queue->sleep(2 - $i);
        $waiter->tell('unlock');
        $waiter->expect('released');
        $waiter->tell('end');
        $waiter->finish();
    }
    Check::true($ask($queue->name), "$who: with nobody waiting it is granted");
    $redis->call('DEL', $queue->lock, "$queue->lock:fence:{{$queue->lock}}");
    $queue->vanishes();
}
echo 'done';
?>
--EXPECT--
done
