--TEST--
The connection is cut at the last look of a wait: the lock is granted if it was freed, else the wait has left the queue
--FILE--
<?php
$server = RedisServer::start();
$warm = new RedisMutexLock($server->url());
$warm->lock('warm', 0, 60);
@(new RedisMutexLock($server->url()))->lock('warm', 0.01);
$warm->unlock('warm');
$cuts = [
    ['do' => 'cutBefore'], ['do' => 'cutAfter'], ['do' => 'reset'], ['do' => 'resetAfter'],
    ['do' => 'halfReply', 'bytes' => 1],
];
$cases = [];
foreach (['freed by a stranger' => 'granted', 'held to the end' => 'refused'] as $how => $answer) {
    foreach ($cuts as $cut) {
        $cases["$how, {$cut['do']}"] = [$answer, $cut];
    }
}
// Three at once: each waiter has to stand in its queue within its timeout.
Together::each($cases, most: 3, do: static function (array $case, string $what) use ($server): void {
    [$answer, $cut] = $case;
    $redis = $server->client();
    // No name begins with another one.
    $queue = new Queue($server, preg_replace('/\W/', '', $what) . '.');
    $redis->call('SET', $queue->lock, 'stranger');
    // The waiter sleeps once, until its deadline: the second script of the wait is its last look.
    $proxy = Proxy::to($server, ['command' => 'EVALSHA', 'nth' => 2] + $cut);
    $waiter = $queue->waiter(['command_timeout' => 5], timeout: 0.95, port: $proxy->port);
    $answer === 'granted' && $redis->call('DEL', $queue->lock);
    $waiter->expect($answer);
    $struck = array_filter($proxy->log(), static fn (array $one): bool => $one['did'] !== 'pass'
        && str_contains(implode(' ', $one['words']), $queue->lock));
    Check::same(1, count($struck), 'struck');
    Check::same([], $queue->tokens(), 'nobody waits');
    $waiter->tell('end');
    $waiter->finish();
    $redis->call('DEL', $queue->lock);
    $queue->vanishes();
});
echo 'done';
?>
--EXPECT--
done
