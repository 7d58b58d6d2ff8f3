--TEST--
A foreign holder deletes its key or lets it run out without a hand-over: the first waiter notices it, or the second if the first is dead
--FILE--
<?php
$server = RedisServer::start();
$cases = [];
foreach (['DEL', 'PEXPIRE', 'another type, deleted'] as $how) {
    foreach (['one waits', 'the first of two is stopped'] as $case => $who) {
        $cases["$how, $who"] = [$how, $case];
    }
}
Together::each($cases, static function (array $of) use ($server): void {
    [$how, $case] = $of;
    $redis = $server->client();
    $end = [
        'DEL' => static fn (string $key) => $redis->call('DEL', $key),
        'PEXPIRE' => static fn (string $key) => $redis->call('PEXPIRE', $key, 30),
        'another type, deleted' => static fn (string $key) => $redis->call('DEL', $key),
    ][$how];
    $queue = new Queue($server, Check::unique('foreign'));
    $how === 'another type, deleted'
        ? $redis->call('RPUSH', $queue->lock, 'stranger')
        : $redis->call('SET', $queue->lock, 'stranger', 'NX');
    $proxy = Proxy::to($server);
    $looks = static fn (): int => $proxy->count('EVALSHA') + $proxy->count('EVAL');
    $first = $case === 1 ? $queue->waiter(sleep: 20_000) : null;
    $waiter = $queue->waiter(sleep: 20_000, port: $proxy->port);
    // The waiter looks again and again while the foreign holder has the lock, and gets nothing.
    $before = $looks();
    Check::eventually(static fn (): bool => $looks() >= $before + ($first ? 2 : 5), 10, 'it looks');
    Check::same(false, $waiter->spoke(), 'it waits');
    $first?->signal(SIGSTOP);
    // After this answer no look is in flight: otherwise that look might find the name free.
    $redis->call('PING');
    $end($queue->lock);
    $waiter->expect('granted');
    $waiter->tell('held');
    $waiter->expect('mine');
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
    if ($first) {
        $first->signal(SIGCONT);
        $first->expect('granted');
        $first->tell('end');
        $first->finish();
    }
    $queue->vanishes();
});
echo 'done';
?>
--EXPECT--
done
