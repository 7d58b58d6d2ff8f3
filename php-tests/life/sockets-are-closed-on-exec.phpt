--TEST--
A program that the script starts gets none of the extension's sockets
--FILE--
<?php
$redis = RedisServer::shared();
foreach ([$redis->url(), $redis->unixUrl()] as $url) {
    $worker = Worker::run(<<<'PHP'
        $sockets = fn (string $list): array => preg_match_all('/socket:\[\d+\]/', $list, $found) ? $found[0] : [];
        $own = fn (): array => $sockets(implode(' ', array_map(
            fn ($fd) => (string) @readlink("/proc/self/fd/$fd"),
            scandir('/proc/self/fd'),
        )));
        $started = function () use ($sockets): array {
            $process = proc_open(['ls', '-l', '/proc/self/fd'], [1 => ['pipe', 'w']], $pipes);
            $list = stream_get_contents($pipes[1]);
            Tests\Check::same(0, proc_close($process), 'ls');
            return $sockets($list);
        };
        $inherited = $own();
        $lock = new RedisMutexLock($argv[1]);
        Tests\Check::true($lock->lock($argv[2], 0, 60), 'lock');
        Tests\Check::same(1, count(array_diff($own(), $inherited)), 'the script has one');
        Tests\Check::same([], array_diff($started(), $inherited), 'what it starts has none');
        Tests\Check::same([], array_diff($sockets((string) shell_exec('ls -l /proc/self/fd')), $inherited), 'nor does a shell');
        Tests\Check::true($lock->isLocking($argv[2]), 'and the lock goes on');
        PHP, [$url, Check::unique('exec')]);
    $worker->finish();
}

echo "done\n";
--EXPECT--
done
