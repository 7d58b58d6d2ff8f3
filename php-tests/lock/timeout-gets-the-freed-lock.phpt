--TEST--
A wait ends with the lock as soon as another process gives it back
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$holder = new RedisMutexLock($server->url());
// A waiter that has met a queue here asks for its place without SET.
$asked = static function () use ($redis): int {
    $stats = $redis->commandstats();

    return ($stats['set'] ?? 0) + ($stats['zadd'] ?? 0);
};
$waiter = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    while (hear() === 'lock') {
        $began = hrtime(true);
        $granted = $lock->lock('a', 60, 20, 20000);
        say(($granted ? 'granted ' : 'refused ') . (hrtime(true) - $began) / 1e9);
        $lock->unlock('a');
        say('released');
    }
    PHP, [$server->url()]);

// The lock is released by this extension, deleted by another program, or runs out.
$ways = [
    'unlock' => static fn () => Check::true($holder->unlock('a'), 'unlock'),
    'DEL' => static fn () => $redis->call('DEL', 'lock:a'),
    'lifetime' => static fn () => $redis->call('PEXPIRE', 'lock:a', 1),
];
foreach ($ways as $way => $free) {
    Check::same(true, $holder->lock('a', 0, 600), "$way: the holder");
    $before = $asked();
    $waiter->tell('lock');
    Check::eventually(static fn (): bool => $asked() > $before, 10, "$way: the waiter has asked");
    Check::same(false, $waiter->spoke(), "$way: the waiter waits");
    $free();
    [$answer, $seconds] = explode(' ', $waiter->line(50));
    Check::same('granted', $answer, $way);
    // Long before its deadline.
    Check::between(0, 30, (float) $seconds, "$way: seconds");
    $waiter->expect('released');
    $holder->unlock('a');
}
$waiter->tell('end');
$waiter->finish();

echo 'done';
?>
--EXPECT--
done
