--TEST--
10,000 pairs of lock and unlock with renewal, and 1,000 objects with a callback, leave memory, descriptors and threads where they were
--FILE--
<?php
$redis = RedisServer::shared();
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $rss = function (): int {
        preg_match('/^RssAnon:\s+(\d+) kB/m', file_get_contents('/proc/self/status'), $found);
        return 1024 * (int) $found[1];
    };
    $descriptors = fn (): array => [count(scandir('/proc/self/fd')), count(scandir('/proc/self/task'))];
    // So short a lease may be lost at any time. Then the lock is taken again.
    $keep = function (RedisMutexLock $lock, string $name, int $count): void {
        for ($i = 0; $i < $count; $i++) {
            try {
                $lock->remaining("$name-$i") ?? $lock->lock("$name-$i", 0, null);
            } catch (RedisMutexLockUnavailableException) {
            }
        }
    };
    // The thread works all the time.
    $busy = new RedisMutexLock(['url' => $url, 'lease' => 0.3]);
    $renewals = function (int $count) use ($busy, $keep, $name): void {
        $end = RedisMutexLock::stats()['renewed'] + $count;
        Tests\Check::eventually(function () use ($busy, $keep, $name, $end): bool {
            $keep($busy, "$name-busy", 20);
            return RedisMutexLock::stats()['renewed'] >= $end;
        }, 10, 'renewals');
    };
    $run = function (string $what, int $warm, int $rounds, callable $round) use ($rss, $descriptors, $renewals): void {
        for ($i = 0; $i < $warm; $i++) {
            $round($i);
        }
        // A renewal without an answer in time closes the thread's connection. The next renewal opens a new one.
        $renewals(1);
        $before = [memory_get_usage(), $rss(), $descriptors()];
        for ($i = 0; $i < $rounds; $i++) {
            $round($warm + $i);
        }
        $renewals(1);
        Tests\Check::between(0, 4096, memory_get_usage() - $before[0], "$what: growth of PHP's memory");
        Tests\Check::between(-1 << 30, 512 * 1024, $rss() - $before[1], "$what: growth of the process");
        Tests\Check::same($before[2], $descriptors(), "$what: descriptors and threads");
    };
    $lock = new RedisMutexLock($url);
    // The thread opens its connection before the measurement.
    $renewals(40);
    $renewed = RedisMutexLock::stats()['renewed'];
    // 50 names a round, new ones each time: some of them are held when others come and go.
    $run('pairs', 20, 200, function (int $i) use ($lock, $name): void {
        for ($j = 0; $j < 50; $j++) {
            if (!$lock->lock("$name-$i-$j", 0, null)) {
                throw new Tests\Failure("lock $i-$j");
            }
        }
        for ($j = 0; $j < 50; $j++) {
            if (!$lock->unlock("$name-$i-$j")) {
                throw new Tests\Failure("unlock $i-$j");
            }
        }
    });
    $run('objects', 100, 1000, function (int $i) use ($url, $name): void {
        $lock = new RedisMutexLock($url);
        $lock->onLost(function () use ($i): void {});
        if (!$lock->lock("$name-object", 0, null)) {
            throw new Tests\Failure("object $i");
        }
        if ($i % 2) {
            $token = $lock->detach("$name-object");
            $lock->adopt("$name-object", $token, null) && $lock->expire("$name-object", 60);
        }
    });
    // Thousands of renewals, and leases that are lost in the background.
    $many = new RedisMutexLock(['url' => $url, 'lease' => 0.03]);
    $run('renewals', 2, 8, function (int $i) use ($many, $name, $keep): void {
        $before = RedisMutexLock::stats()['renewed'];
        Tests\Check::eventually(function () use ($many, $name, $keep, $i, $before): bool {
            $keep($many, "$name-many-$i", 50);
            return RedisMutexLock::stats()['renewed'] > $before + 300;
        }, 10, 'renewals');
        $i % 2 ? $many->unlockAll() : array_map($many->forceUnlock(...), $many->held());
    });
    Tests\Check::true(RedisMutexLock::stats()['renewed'] > $renewed + 2400, 'renewals');
    PHP, [$redis->quickUrl(), Check::unique('flat')]);
$worker->finish(150);

echo "done\n";
--EXPECT--
done
