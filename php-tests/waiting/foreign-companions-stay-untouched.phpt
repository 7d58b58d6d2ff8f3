--TEST--
A foreign key in place of the queue or of a wake list stays untouched, and waiters look instead of being woken
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$waiterCode = <<<'PHP'
    [, $url, $name, $fencing] = $argv;
    $lock = new RedisMutexLock(['url' => $url, 'fencing' => $fencing === '1']);
    say($lock->lock($name, 60, 60, 20000) ? 'granted' : 'refused');
    say($lock->unlock($name) ? 'released' : 'lost');
    PHP;
$foreign = [
    'a string' => ['SET', 'KEY', 'theirs'],
    'a list' => ['RPUSH', 'KEY', 'theirs'],
    'a hash' => ['HSET', 'KEY', 'f', 'theirs'],
    'a set' => ['SADD', 'KEY', 'theirs'],
];
foreach ($foreign as $type => $words) {
    foreach ([0, 1] as $fencing) {
        $queue = new Queue($server, Check::unique('companion'));
        $redis->call(...array_replace($words, [1 => $queue->key]));
        $before = $redis->call('DUMP', $queue->key);
        $holder = new RedisMutexLock($server->url());
        Check::true($holder->lock($queue->name, 0, 600), "$type: held");
        Check::same(false, @(new RedisMutexLock($server->url()))->lock($queue->name, 0.1, 60, 20_000), "$type: a wait in vain");
        $sets = $redis->commandstats()['evalsha'] ?? 0;
        $waiter = Worker::run($waiterCode, [$server->url(), $queue->name, $fencing]);
        Check::eventually(static fn (): bool => $redis->commandstats()['evalsha'] > $sets + 3, 10, "$type: it looks");
        Check::same(false, $waiter->spoke(), "$type: it waits");
        Check::true($holder->unlock($queue->name), "$type: released");
        $waiter->expect('granted');
        $waiter->expect('released');
        $waiter->finish();
        Check::same($before, $redis->call('DUMP', $queue->key), "$type: the key");
        Check::same(-1, $redis->call('TTL', $queue->key), "$type: its lifetime");
        $redis->call('DEL', $queue->key);
        $queue->vanishes();
    }
}

// A foreign key in place of a wake list: no wake-up can be pushed, so the waiter finds its claim by a look.
foreach (['SET', 'HSET'] as $command) {
    $queue = new Queue($server, Check::unique('wake'));
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($queue->name, 0, 600), "$command: held");
    $waiter = $queue->waiter(sleep: 50_000);
    [$token] = $queue->tokens();
    $wake = "$queue->lock:wake:{{$queue->lock}}:$token";
    $redis->call(...($command === 'SET' ? ['SET', $wake, 'theirs'] : ['HSET', $wake, 'f', 'theirs']));
    $before = $redis->call('DUMP', $wake);
    Check::true($holder->unlock($queue->name), "$command: released");
    $waiter->expect('granted');
    Check::same($token, $queue->holder(), "$command: who has it");
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
    Check::same([$before, -1], [$redis->call('DUMP', $wake), $redis->call('TTL', $wake)], "$command: the key");
    $redis->call('DEL', $wake);
    $queue->vanishes();
}
echo 'done';
?>
--EXPECT--
done
