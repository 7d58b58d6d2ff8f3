--TEST--
A waiter that becomes the first gets a wake-up, and notices a killed holder or a deleted key
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$reported = [];
foreach (['its short lease runs out', 'its key is deleted'] as $how) {
    foreach (range(1, 5) as $round) {
        $queue = new Queue($server, Check::unique('first'));
        $holder = new RedisMutexLock($server->url());
        Check::true($holder->lock($queue->name, 0, 600), 'held');
        $proxy = Proxy::to($server);
        $before = $queue->waiter();
        $vanishing = $queue->waiter(expire: $how === 'its short lease runs out' ? 1.5 : 60);
        $last = $queue->waiter(sleep: 50_000, port: $proxy->port);
        $token = $queue->tokens()[2];
        $queue->sleep(3);
        Check::true($holder->unlock($queue->name), 'released');
        $before->expect('granted');

        // The waiter has just begun a sleep, so the end of that sleep is not why it wakes up.
        $sleeps = $proxy->count('BLPOP');
        Check::eventually(static fn (): bool => $proxy->count('BLPOP') > $sleeps, 10, "$how: it sleeps");
        $queue->sleep(2);
        $seen = count($proxy->log());
        $before->tell('unlock');
        $before->expect('released');
        $vanishing->expect('granted');
        $vanishing->kill();
        Check::eventually(static fn (): bool => count($proxy->log()) > $seen, 10, "$how: it wakes up");
        $next = $proxy->log()[$seen]['words'];
        $how === 'its key is deleted' && $redis->call('DEL', $queue->lock);
        $last->expect('granted');
        Check::same($token, $queue->holder(), "$how: who has it");
        $last->tell('end');
        $last->finish();
        $before->tell('end');
        $before->finish();
        $queue->vanishes();
        // A waiter without a wake-up asks when its second is over. On a slow machine this may happen by chance.
        if (strtoupper($next[0]) === 'BLPOP') {
            Check::between(0.001, 0.05, (float) $next[2], "$how: it sleeps no longer than until its next look");
            $reported[] = $how;
            break;
        }
    }
}
Check::same(['its short lease runs out', 'its key is deleted'], $reported, 'when it was reported');
echo 'done';
?>
--EXPECT--
done
