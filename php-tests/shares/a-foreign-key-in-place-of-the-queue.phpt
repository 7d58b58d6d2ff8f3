--TEST--
A foreign key in place of the queue or of a wake list stays untouched, and who waits for a share looks instead of being woken
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$waiting = static fn (string $call): Worker => Worker::run('[, $url, $name] = $argv;
    $lock = new RedisMutexLock($url);
    say(($lock->' . $call . ') ? "granted" : "refused");
    hear();
    say($lock->unlock($name) ? "released" : "lost");', [$server->url(), 'n']);
$foreign = [
    'a string' => ['SET', 'KEY', 'theirs'],
    'a list' => ['RPUSH', 'KEY', 'theirs'],
    'a hash' => ['HSET', 'KEY', 'f', 'theirs'],
    'a set' => ['SADD', 'KEY', 'theirs'],
    'a stream' => ['XADD', 'KEY', '*', 'f', 'theirs'],
];
$queue = new Queue($server, 'n');
foreach ($foreign as $type => $words) {
    $redis->call(...array_replace($words, [1 => $queue->key]));
    $before = $redis->call('DUMP', $queue->key);
    // Two shares behind a lock, and one behind the limit of these two.
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock('n', 0, 600), "$type: a lock");
    Check::same(false, @(new RedisMutexLock($server->url()))->lockShared('n', 0.1, 60, 20_000), "$type: a wait in vain");
    $asked = $redis->commandstats()['evalsha'] ?? 0;
    $shares = [$waiting('lockShared($name, 60, 60, 20_000, 2)'), $waiting('lockShared($name, 60, 60, 20_000, 2)')];
    Check::eventually(static fn (): bool => $redis->commandstats()['evalsha'] > $asked + 6, 20, "$type: they look");
    Check::same([false, false], [$shares[0]->spoke(), $shares[1]->spoke()], "$type: they wait");
    Check::true($holder->unlock('n'), "$type: released");
    $shares[0]->expect('granted', 20);
    $shares[1]->expect('granted', 20);
    $asked = $redis->commandstats()['evalsha'];
    $third = $waiting('lockShared($name, 60, 60, 20_000, 2)');
    Check::eventually(static fn (): bool => $redis->commandstats()['evalsha'] > $asked + 3, 20, "$type: the third one looks");
    Check::same(false, $third->spoke(), "$type: the third one waits");
    $shares[0]->tell('go');
    $shares[0]->expect('released');
    $third->expect('granted', 20);
    foreach ([$shares[1], $third] as $worker) {
        $worker->tell('go');
        $worker->expect('released');
    }
    array_map(static fn (Worker $worker) => $worker->finish(), [...$shares, $third]);
    Check::same([$before, -1], [$redis->call('DUMP', $queue->key), $redis->call('TTL', $queue->key)], "$type: the key");
    $redis->call('DEL', $queue->key);
    $queue->vanishes();
}
// In place of a wake list: no wake-up can be pushed, so the waiter finds its place by a look.
foreach (['SET', 'HSET'] as $command) {
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock('n', 0, 600), "$command: a lock");
    $waiter = $waiting('lockShared($name, 60, 60, 50_000)');
    $queue->reaches(1);
    [$token] = $queue->tokens();
    $wake = "$queue->lock:wake:{{$queue->lock}}:$token";
    $redis->call(...($command === 'SET' ? ['SET', $wake, 'theirs'] : ['HSET', $wake, 'f', 'theirs']));
    $before = $redis->call('DUMP', $wake);
    Check::true($holder->unlock('n'), "$command: released");
    $waiter->expect('granted', 20);
    Check::same([$token], $redis->call('ZRANGE', 'lock:n', 0, -1), "$command: who has it");
    $waiter->tell('go');
    $waiter->expect('released');
    $waiter->finish();
    Check::same([$before, -1], [$redis->call('DUMP', $wake), $redis->call('TTL', $wake)], "$command: the key");
    $redis->call('DEL', $wake);
    $queue->vanishes();
}
echo "done\n";
?>
--EXPECT--
done
