--TEST--
Forks while the resolver holds a lock for the renewing thread: each child resolves names, and none hangs
--FILE--
<?php
$server = RedisServer::start();
$names = new FakeNames();
$worker = Worker::run(<<<'PHP'
    $config = unserialize($argv[1]);
    $lock = new RedisMutexLock($config);
    Tests\Check::true($lock->lock('a', 0, null), 'lock');
    say('locked');
    Tests\Check::same('down', hear(), 'the server');
    $lookups = function (): int {
        clearstatcache();
        return filesize(getenv('FAKE_NAMES') . '/lookups');
    };
    $endings = [];
    // Until the lease is over the thread tries to renew it, and resolves the name again and again.
    while ($lock->held() !== []) {
        $before = $lookups();
        while ($lookups() === $before && $lock->held() !== []);
        // Mostly a lookup has just begun.
        $pid = pcntl_fork();
        if ($pid === 0) {
            // Its default action ends a child that hangs, and its parent sees that.
            pcntl_alarm(20);
            try {
                @(new RedisMutexLock($config))->lock('b', 0);
            } catch (RedisMutexLockUnavailableException $exception) {
                // The name was resolved. The server is down.
                exit(str_contains($exception->getMessage(), 'refused') ? 0 : 2);
            }
            exit(3);
        }
        pcntl_waitpid($pid, $status);
        $endings[] = $status;
    }
    say(json_encode($endings));
    PHP, [serialize(['host' => 'localhost', 'lease' => 9, 'retry_for' => 0] + $server->config())], $names->environment());
$worker->expect('locked');
$names->delay(holds: 0.1);
$server->kill();
$worker->tell('down');
$endings = json_decode($worker->line(60), true);
Check::same([0], array_values(array_unique($endings)), 'how the children ended');
Check::true(count($endings) > 3, 'some forks in the midst of a lookup');
$worker->finish();
echo 'done';
?>
--EXPECT--
done
