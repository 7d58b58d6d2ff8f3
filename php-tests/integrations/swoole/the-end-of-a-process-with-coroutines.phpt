--TEST--
SwooleWait: where a fatal error, an exit or an exception ends a process whose coroutines hold and wait, its waiters leave the queue, and its locks are free
--FILE--
<?php
$server = RedisServer::shared();
$endings = [
    'a fatal error' => 'ini_set("memory_limit", "64M"); str_repeat("x", 128 << 20);',
    'exit' => 'exit(0);',
    'an exception' => 'throw new LogicException("nobody catches it");',
];
foreach ($endings as $what => $ending) {
    $name = Check::unique('swoole-ends');
    $queue = new Queue($server, $name);
    $worker = Swoole::worker('
        [, $url, $name] = $argv;
        RedisMutexLock\Swoole\SwooleWait::install();
        for ($i = 0; $i < 5; $i++) {
            Swoole\Coroutine::create(function () use ($url, $name): void {
                $lock = new RedisMutexLock($url);
                if ($lock->lock($name, 60, 20)) {
                    say("holds");
                    Swoole\Coroutine\System::sleep(60);
                }
            });
        }
        Swoole\Coroutine::create(function () use ($url, $name): void {
            // The test writes this name when all others stand in the queue.
            $lock = new RedisMutexLock($url);
            while (!$lock->isLocked("$name-go")) {
                Swoole\Coroutine\System::sleep(0.005);
            }
            ' . $ending . '
        });
        Swoole\Event::wait();
    ', [$server->url(), $name]);
    $worker->expect('holds');
    Check::eventually(static fn (): bool => count($queue->tokens()) === 4, 20, "$what: four wait");
    $server->client()->call('SET', "lock:$name-go", '1', 'EX', 60);
    Check::eventually(static fn (): bool => $server->client()->call('EXISTS', "lock:$name") === 0, 10, "$what: the lock");
    Check::eventually(static fn (): bool => $queue->tokens() === [], 20, "$what: the queue");
    $server->client()->call('DEL', "lock:$name-go");
}
echo "done\n";
?>
--EXPECT--
done
