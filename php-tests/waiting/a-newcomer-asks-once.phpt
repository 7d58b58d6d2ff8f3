--TEST--
Where a process has just met a queue, its next wait asks for a place without SET; a call that does not wait, a lock that was free, and another lock begin with SET
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'a');
$holder = new RedisMutexLock($server->url());
$proxy = Proxy::to($server);
$worker = Worker::run(<<<'PHP'
    while (($word = hear()) !== 'end') {
        [$name, $timeout] = explode(' ', $word);
        // A worker that makes a new object for each request remembers the queue too.
        $one = new RedisMutexLock($argv[1]);
        say($one->lock($name, (float) $timeout) ? 'granted' : 'refused');
        $one->unlock($name);
        say('unlocked');
    }
    PHP, [$proxy->url()]);
/** Lets the worker lock, and returns how many times it sent SET. */
$sets = static function (string $name, float $timeout, string $outcome) use ($worker, $proxy): int {
    $before = $proxy->count('SET');
    $worker->tell("$name $timeout");
    $worker->expect($outcome);
    $worker->expect('unlocked');

    return $proxy->count('SET') - $before;
};
/** Lets the worker meet a queue: it waits in vain. */
$meets = static function (int $expected, string $what) use ($sets): void {
    Check::same($expected, $sets('a', 0.1, 'refused'), $what);
};

Check::true($holder->lock('a', 0, 60) && $holder->lock('b', 0, 60), 'held');
$meets(1, 'the first wait');
$meets(0, 'the second wait');
Check::same(1, $sets('a', 0, 'refused'), 'a call that does not wait');
$meets(0, 'a wait after a call that did not wait');
Check::same(1, $sets('b', 0.1, 'refused'), 'another lock');
$meets(0, 'the first lock is remembered all the same');
$holder->unlock('a');
Check::same(0, $sets('a', 1, 'granted'), 'the lock is free');
Check::same(1, $sets('a', 1, 'granted'), 'nobody waited, so the lock is forgotten');
Check::true($holder->lock('a', 0, 60), 'held again');
$meets(1, 'a wait');
usleep(2_900_000);
$meets(1, 'a wait much later');
$worker->tell('end');
$worker->finish();
$holder->unlock('a');
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
