--TEST--
stats: a wait counts its time, how it ended, and whether the lock was handed over
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Queue;
use Tests\RedisServer;
use Tests\Stats;
use Tests\Worker;

$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('waited');
$lock = new RedisMutexLock($server->url());
$queue = new Queue($server, $name);
Check::true($lock->lock($name, 0, 60), 'held');

// In vain.
$other = new RedisMutexLock($server->url());
Check::same(['timed_out' => 1], Stats::moved(fn () => $other->lock($name, 0.2)), 'in vain');
$waited = RedisMutexLock::stats()['waited_seconds'];
Check::between(0.2, 10, $waited, 'time of a wait in vain');
Check::same(['timed_out' => 1], Stats::moved(fn () => Check::throws(
    RedisMutexLockTimeoutException::class,
    fn () => $other->synchronized($name, fn () => null, 0.1, 60),
)), 'synchronized in vain');
Check::between($waited + 0.1, $waited + 10, RedisMutexLock::stats()['waited_seconds'], 'it adds up');

// The waiter is told of the lock by whoever gives it up, or finds it free when it looks.
$ends = [
    'handed over' => [60_000_000, 1, fn (RedisMutexLock $holder) => $holder->unlock($name)],
    'deleted by a stranger' => [10_000, 0, fn () => $redis->call('DEL', "lock:$name")],
    'handed over by forceUnlock' => [60_000_000, 1, fn () => $other->forceUnlock($name)],
];
$lock->unlock($name);
foreach ($ends as $how => [$sleep, $handedOver, $end]) {
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($name, 0, 60), "$how: held");
    $waiter = Worker::run(<<<'PHP'
        [, $url, $name, $sleep] = $argv;
        $lock = new RedisMutexLock($url);
        $began = hrtime(true);
        $moved = Tests\Stats::moved(fn () => Tests\Check::true($lock->lock($name, 60, 60, (int) $sleep), 'granted'));
        $took = (hrtime(true) - $began) / 1e9;
        say(json_encode([$moved, RedisMutexLock::stats()['waited_seconds'], $took]));
        PHP, [$server->url(), $name, $sleep]);
    $queue->reaches(1);
    $end($holder);
    [$moved, $waited, $took] = json_decode($waiter->line(), true);
    $waiter->finish();
    Check::same(['acquired' => 1] + ($handedOver ? ['handed_over' => 1] : []) + ['connections_opened' => 1], $moved, $how);
    Check::between($took / 2, $took, $waited, "$how: it has waited for most of its time");
}

echo 'done';
?>
--EXPECT--
done
