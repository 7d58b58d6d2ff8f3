--TEST--
Behind a native holder a waiter sends about two commands a second, the first ones one look each sleep, and burns no time
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Proxy;
use Tests\Queue;
use Tests\RedisServer;
use Tests\Worker;

$server = RedisServer::start();
$queue = new Queue($server, 'a');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock('a', 0, 600), 'held');
$code = <<<'PHP'
    [, $url, $timeout, $sleep] = $argv;
    $time = function (): float {
        $usage = getrusage();
        return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'] + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
    };
    $lock = new RedisMutexLock($url);
    $lock->isLocked('a');
    $before = $time();
    $began = hrtime(true);
    $got = $lock->lock('a', (float) $timeout, 20, (int) $sleep);
    say(json_encode([$got, $time() - $before, (hrtime(true) - $began) / 1e9]));
    hear();
    PHP;
// The first two stay in front of the others, who would look every millisecond in their place.
$waits = ['the first' => [60, 500_000], 'the second' => [60, 500_000], 'the third' => [2.5, 1000], 'the fourth' => [2.5, 1000]];
$workers = [];
foreach ($waits as $who => [$timeout, $sleep]) {
    $proxy = Proxy::to($server);
    $workers[$who] = [$proxy, Worker::run($code, [$proxy->url(), $timeout, $sleep])];
    $queue->reaches(count($workers));
}
foreach (['the third', 'the fourth', 'the first', 'the second'] as $who) {
    [$proxy, $worker] = $workers[$who];
    $who === 'the first' && $holder->unlock('a');
    [$granted, $cpu, $took] = json_decode($worker->line(), true);
    [$timeout, $sleep] = $waits[$who];
    Check::same($timeout > 10, $granted, $who);
    Check::between(2.5, 60, $took, "$who: seconds");
    // A look and a sleep each slice; the first attempt, the first join with a script unknown, the last look, and
    // a sleep that ends with the word that it is the first now.
    $slices = ceil($took / ($sleep === 1000 ? 1 : 0.5));
    Check::between(2, 2 * $slices + 5, $proxy->count('SET') + $proxy->count('BLPOP') + $proxy->count('EVAL*'), "$who: commands");
    Check::same(1, $proxy->accepted(), "$who: connections");
    Check::between(0, 0.1, $cpu, "$who: CPU seconds");
    $worker->tell('end');
    $worker->finish();
}
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
