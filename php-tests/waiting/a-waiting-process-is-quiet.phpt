--TEST--
Behind a holder of this class a waiter sends about two commands a second (the first two look once each sleep), and uses little CPU
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'a');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock('a', 0, 600), 'held');
$code = <<<'PHP'
    [, $url, $sleep] = $argv;
    $time = function (): float {
        $usage = getrusage();
        return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'] + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
    };
    $lock = new RedisMutexLock($url);
    $lock->isLocked('a');
    $before = $time();
    $began = hrtime(true);
    $tell = fn () => say(json_encode([$time() - $before, (hrtime(true) - $began) / 1e9]));
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, $tell);
    Tests\Check::true($lock->lock('a', 60, 20, (int) $sleep), 'granted');
    $tell();
    hear();
    PHP;
// The first two waiters stay in front of the others, which would look every millisecond in their place.
$waits = ['the first' => 500_000, 'the second' => 500_000, 'the third' => 1000, 'the fourth' => 1000];
$workers = [];
foreach ($waits as $who => $sleep) {
    $proxy = Proxy::to($server);
    $workers[$who] = [$proxy, Worker::run($code, [$proxy->url(), $sleep])];
    $queue->reaches(count($workers));
}
usleep(2_500_000);
foreach (['the third', 'the fourth', 'the first', 'the second'] as $who) {
    [$proxy, $worker] = $workers[$who];
    if ($waits[$who] === 1000) {
        // The wait goes on after the measurement: a command that the deadline cuts short may cost a connection.
        $worker->signal(SIGUSR1);
    } elseif ($who === 'the first') {
        $queue->sleep(2);
        $holder->unlock('a');
    }
    [$cpu, $took] = json_decode($worker->line(), true);
    Check::between(2.5, 60, $took, "$who: seconds");
    // A look and a sleep in each slice; and once the first attempt, the first join with an unknown script, the look at
    // its turn, and a sleep that ends when it becomes the first.
    $slices = ceil($took / ($waits[$who] === 1000 ? 1 : 0.5));
    Check::between(2, 2 * $slices + 5, $proxy->count('SET') + $proxy->count('BLPOP') + $proxy->count('EVAL*'), "$who: commands");
    Check::same(1, $proxy->accepted(), "$who: connections");
    Check::between(0, 0.1, $cpu, "$who: CPU seconds");
    if ($waits[$who] === 1000) {
        $worker->kill();
    } else {
        $worker->tell('end');
        $worker->finish();
    }
}
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
