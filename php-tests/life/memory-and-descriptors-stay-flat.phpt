--TEST--
100,000 pairs of lock and unlock, and 2,000 objects made and dropped, leave memory and descriptors where they were
--FILE--
<?php
$redis = RedisServer::shared();
$worker = Worker::run(<<<'PHP'
    $rss = function (): int {
        preg_match('/^RssAnon:\s+(\d+) kB/m', file_get_contents('/proc/self/status'), $found);
        return 1024 * (int) $found[1];
    };
    $descriptors = fn (): int => count(scandir('/proc/self/fd'));
    $run = function (string $what, int $warm, int $rounds, callable $round) use ($rss, $descriptors): void {
        for ($i = 0; $i < $warm; $i++) {
            $round($i);
        }
        $before = [memory_get_usage(), $rss(), $descriptors()];
        for ($i = 0; $i < $rounds; $i++) {
            $round($i);
        }
        Tests\Check::between(0, 4096, memory_get_usage() - $before[0], "$what: growth of PHP's memory");
        Tests\Check::between(-1 << 30, 512 * 1024, $rss() - $before[1], "$what: growth of the process");
        Tests\Check::same($before[2], $descriptors(), "$what: descriptors");
    };
    [, $url, $name] = $argv;
    $lock = new RedisMutexLock($url);
    // Loads the class: its own memory is not to be counted.
    Tests\Check::true(true, '');
    $run('pairs', 2000, 100000, function (int $i) use ($lock, $name): void {
        // A new name each time: entries that stay would show in the memory.
        if (!$lock->lock("$name-$i", 0, 60) || !$lock->unlock("$name-$i")) {
            throw new Tests\Failure("pair $i");
        }
    });
    $run('objects', 200, 2000, function (int $i) use ($url, $name): void {
        $lock = new RedisMutexLock($url . ($i % 2 ? '' : '&auto_release=0'));
        if (!$lock->lock("$name-object", 0, 60)) {
            throw new Tests\Failure("object $i");
        }
        $i % 2 || $lock->unlock("$name-object");
    });
    $run('failures', 200, 2000, function (int $i) use ($lock): void {
        try {
            $lock->lock('', 0, 60);
        } catch (ValueError) {
        }
    });
    PHP, [$redis->unixUrl(), Check::unique('flat')]);
$worker->finish(110);

echo "done\n";
--EXPECT--
done
