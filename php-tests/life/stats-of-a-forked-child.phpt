--TEST--
stats: a forked child starts at zero and counts what it does itself, also when it is born in a wait
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisServer;
use Tests\Worker;

$redis = RedisServer::shared();
$name = Check::unique('counted');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $lock = new RedisMutexLock($url);
    $lock->lock("$name-0", 0, 600);
    $lock->lock("$name-0");
    $before = RedisMutexLock::stats();
    Tests\Check::same([1, 1, 1], [$before['acquired'], $before['refused'], $before['connections_opened']], 'the parent');
    for ($generation = 1; $generation <= 2; $generation++) {
        $parents = RedisMutexLock::stats();
        $pid = pcntl_fork();
        if ($pid !== 0) {
            pcntl_waitpid($pid, $status);
            Tests\Check::same(0, $status, "status of generation $generation");
            Tests\Check::same($parents, RedisMutexLock::stats(), "nothing of generation $generation's is counted here");
            say((string) $generation);
            exit(0);
        }
        Tests\Check::same(0.0, (float) array_sum(RedisMutexLock::stats()), "generation $generation starts at zero");
        $moved = Tests\Stats::moved(fn () => [$lock->held(), $lock->unlock("$name-0"), $lock->lock("$name-$generation")]);
        Tests\Check::same(['acquired' => 1, 'connections_opened' => 1], $moved, "generation $generation");
    }
    PHP, [$redis->url(), $name]);
$worker->expect('2');
$worker->expect('1');
$worker->finish();

// Born by a handler while its parent waits, the child waits on for a lock of its own.
$holder = new RedisMutexLock($redis->url());
Check::true($holder->lock($name, 0, 600), 'held');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    pcntl_async_signals(true);
    $child = null;
    pcntl_signal(SIGUSR1, function () use (&$child): void { $child = pcntl_fork(); });
    $lock = new RedisMutexLock($url);
    $began = hrtime(true);
    say('waits');
    // A look right before the deadline could be cut short by it, and the next one would need a new connection.
    $got = $lock->lock($name, 3, 600, 60_000_000);
    $took = (hrtime(true) - $began) / 1e9;
    if ($child > 0) {
        pcntl_waitpid($child, $status);
        Tests\Check::same(0, $status, 'status of the child');
    }
    ['timed_out' => $timedOut, 'waited_seconds' => $waited, 'connections_opened' => $opened] = RedisMutexLock::stats();
    say(json_encode([$got, $timedOut, $opened, $waited, $took]));
    PHP, [$redis->url(), $name]);
$worker->expect('waits');
(new Tests\Queue($redis, $name))->reaches(1);
usleep(500_000); // the time that is its parent's alone
$worker->signal(SIGUSR1);
[$got, $timedOut, $opened, $waited, $took] = json_decode($worker->line());
Check::same([false, 1, 1], [$got, $timedOut, $opened], 'the child');
Check::between(0, $took - 0.4, $waited, 'the time that the child has waited itself');
[$got, $timedOut, $opened, $waited, $took] = json_decode($worker->line());
Check::same([false, 1, 1], [$got, $timedOut, $opened], 'the parent');
Check::between(2.9, $took, $waited, 'the time of the parent');
$worker->finish();

echo 'done';
?>
--EXPECT--
done
