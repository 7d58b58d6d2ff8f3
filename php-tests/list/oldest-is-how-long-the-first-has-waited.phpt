--TEST--
list() says how long the first process in the queue has waited, by the clock of the server, which it asks once a page
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
for ($i = 0; $i < 40; $i++) {
    Check::true($lock->lock("many-$i", 0, 600), 'lock');
}
Check::same([null], array_unique(array_column($lock->list(), 'oldest')), 'nobody waits');
$queue = new Queue($server, 'many-7');
$waiters = [$queue->waiter(), $queue->waiter()];
// The second one came when the first had waited already.
Check::eventually(static fn (): bool => $lock->list('many-7')[0]['oldest'] >= 0.3, 20, 'it grows');
$before = $lock->list('many-7')[0];
[$first, $second] = array_map(static fn (string $score): float => $score / 1e6, array_values(array_filter(
    $redis->call('ZRANGE', 'lock:many-7:queue:{lock:many-7}', 0, -1, 'WITHSCORES'),
    static fn (string $word): bool => is_numeric($word) && (float) $word > 0 && strlen($word) < 32,
)));
Check::true($first < $second, 'their tickets');
[$seconds, $micros] = $redis->call('TIME');
$least = $seconds + $micros / 1e6 - $first;
$found = $lock->list('many-7')[0]['oldest'];
[$seconds, $micros] = $redis->call('TIME');
Check::between($least, $seconds + $micros / 1e6 - $first + 0.001, $found, 'the first, by the clock of the server');

$redis->call('CONFIG', 'RESETSTAT');
Check::same(40, count($lock->list()), 'all');
$counts = $redis->commandstats();
Check::same([2, 2, 40], [$counts['scan'], $counts['time'], $counts['zrangebyscore']], 'pages, clocks, questions about the first');

// Without the right to TIME the list is the same, and says nothing of that.
$redis->call('ACL', 'SETUSER', 'poor', 'on', '>p', 'resetchannels', '~lock:*', '+@all', '-time');
$poor = new RedisMutexLock(['username' => 'poor', 'password' => 'p'] + $server->config());
[$row] = $poor->list('many-7');
Check::same([null, 2], [$row['oldest'], $row['waiters']], 'without the right');

// The one behind it is the first now.
$lock->unlock('many-7');
$waiters[0]->expect('granted', 20);
Check::between(0, $before['oldest'] + 60, $lock->list('many-7')[0]['oldest'], 'the next one');
foreach ($waiters as $waiter) {
    $waiter->kill();
}
echo 'done';
?>
--EXPECT--
done
