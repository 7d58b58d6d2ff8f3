--TEST--
A process that ends while fibers wait leaves no waiter and no lock: its last line, exit in a fiber or outside, an error
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$endings = [
    'last line' => ['', 0],
    'exit' => ['exit(3);', 3],
    'exit in a fiber' => ['(new Fiber(fn () => exit(3)))->start();', 3],
    'exit inside the callable' => [
        'RedisMutexLock::onWait(fn () => exit(3)); (new RedisMutexLock($argv[1]))->synchronized($argv[2], fn () => 1);', 3,
    ],
    'uncaught exception' => ['throw new Exception("x");', 255],
    'exception through a fiber' => ['(new Fiber(fn () => throw new Exception("x")))->start();', 255],
    'fatal error' => ['ini_set("memory_limit", "8M"); str_repeat("x", 1 << 30);', 255],
    'fatal error in a fiber' => ['ini_set("memory_limit", "8M"); (new Fiber(fn () => str_repeat("x", 1 << 30)))->start();', 255],
    'fatal error inside the callable' => [
        'RedisMutexLock::onWait(fn () => trigger_error("x", E_USER_ERROR));
        (new RedisMutexLock($argv[1]))->synchronized($argv[2], fn () => 1);', 255,
    ],
    'fibers in a cycle' => ['$fibers["self"] = $fibers; unset($fibers);', 0],
];
foreach ($endings as $what => [$code, $status]) {
    $queue = new Queue($server, Check::unique('ending'));
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($queue->name, 0, 60), "$what: held");
    $worker = Worker::run('$loop = new Tests\FiberLoop();
        RedisMutexLock::onWait($loop->wait(...));
        $own = new RedisMutexLock($argv[1]);
        $own->lock("$argv[2]-own", 0, 600);
        $fibers = [];
        foreach ([1, 2, 3] as $number) {
            $fibers[$number] = $loop->startUntil(function () use ($argv) {
                $lock = new RedisMutexLock($argv[1]);
                $lock->lock("$argv[2]-" . spl_object_id($lock), 0, 600);
                $lock->lock($argv[2], 600, 600);
            }, fn () => $own->list($argv[2])[0]["waiters"] === $number);
        }
        array_map($loop->forget(...), $fibers);
        say("suspended");
        hear();
        $fibers = new ArrayObject($fibers);
        ' . $code, [$server->url(), $queue->name], ini: ['memory_limit' => '64M']);
    $worker->expect('suspended');
    Check::same(3, count($queue->tokens()), "$what: waiters before");
    $worker->tell('go');
    Check::same($status, $worker->wait(30), "$what: exit status " . $worker->stderr());
    // A fatal error unwinds no fiber: the end of the request releases its token.
    Check::same([], $queue->tokens(), "$what: waiters after");
    Check::same(["lock:$queue->name"], $redis->call('KEYS', "lock:$queue->name*"), "$what: keys after");
    Check::true($holder->unlock($queue->name), "$what: the holder is not disturbed");
    Check::same([], $redis->call('KEYS', "lock:$queue->name*"), "$what: no key is left");
}
echo "done\n";
?>
--EXPECT--
done
