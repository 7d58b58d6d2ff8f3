--TEST--
Fencing tokens of a name strictly increase, also from one holder to the next
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('fence');
$counter = "lock:$name:fence:{lock:$name}";
$config = ['url' => $server->url(), 'fencing' => true];
$one = new RedisMutexLock($config);
$two = new RedisMutexLock($config);
$last = 0;
$grows = static function (?int $fence, string $what) use (&$last): void {
    Check::true($fence > $last, "$what: $fence after $last");
    $last = $fence;
};

Check::same(null, $one->fence($name), 'before lock');
foreach ([$one, $two, $one, $one] as $i => $lock) {
    Check::same(true, $lock->lock($name), "lock $i");
    $grows($lock->fence($name), "owner $i");
    Check::same($last, $lock->fence($name), 'asked twice');
    Check::same(true, $lock->expire($name, 60), 'expire');
    Check::same($last, $lock->fence($name), 'after expire');
    Check::same(null, ($lock === $one ? $two : $one)->fence($name), 'of who does not hold it');
    Check::same(true, $lock->unlock($name), "unlock $i");
    Check::same(null, $lock->fence($name), 'after unlock');
}
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(['url' => $argv[1], 'fencing' => true]);
    $lock->lock($argv[2]);
    say((string) $lock->fence($argv[2]));
    PHP, [$server->url(), $name]);
$grows((int) $worker->line(), 'another process');
$worker->finish();

// The counter outlives the lock for a day, and its loss does no harm.
Check::between(86_000, 86_400, $redis->call('TTL', $counter), 'lifetime of the counter');
$redis->call('DEL', $counter);
Check::same(true, $one->lock($name), 'lock');
$grows($one->fence($name), 'after the counter was deleted');

// An adopted lock has a new owner token, so it gets the next fencing token.
$token = $one->detach($name);
Check::same(null, $one->fence($name), 'after detach');
Check::same(true, $two->adopt($name, $token), 'adopt');
$grows($two->fence($name), 'after adopt');
Check::same(true, $two->adopt($name, $two->token($name), 60), 'adopt of the own token');
Check::same($last, $two->fence($name), 'the lease is the same');
$two->unlock($name);

// A counter that is ahead of the clock, as after a change of servers, goes on from its number.
$redis->call('HSET', $counter, 'fence', '8000000000000000', 'token', 'x');
Check::same(true, $one->lock($name), 'lock');
Check::same(8_000_000_000_000_001, $one->fence($name), 'one after a counter in the future');

echo 'done';
?>
--EXPECT--
done
