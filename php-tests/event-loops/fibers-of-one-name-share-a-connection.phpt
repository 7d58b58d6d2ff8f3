--TEST--
Two hundred fibers of two processes that wait for one name have two connections each, and get the lock in the order in which they came
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'line');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($queue->name, 0, 60), 'held');
$code = '$loop = new Tests\FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    [, $url, $name, $which] = $argv;
    for ($i = 0; $i < 100; $i++) {
        $loop->start(function () use ($url, $name, $which, $i, $loop) {
            $lock = new RedisMutexLock(["url" => $url, "name" => $which]);
            // The fibers come in the order of their numbers.
            if (!$lock->lock($name, 60, 60)) {
                say("refused");

                return;
            }
            say("$which $i");
            $loop->sleep(0.001);
            $lock->unlock($name);
        });
    }
    $loop->runUntil(fn (): bool => $loop->calls >= 100);
    say("waiting");
    $loop->run();
    say("end");';
$workers = [];
foreach (['a', 'b'] as $which) {
    $workers[$which] = Worker::run($code, [$server->url(), $queue->name, $which]);
    $workers[$which]->expect('waiting', 30);
}
Check::same(200, count($queue->tokens()), 'waiters');
$connections = array_count_values(array_column($server->client()->clients(), 'name'));
Check::same([2, 2], [$connections['a'], $connections['b']], 'connections of each process');
Check::same(2, count($queue->sleepers()), 'those that sleep in BLPOP');
Check::true($holder->unlock($queue->name), 'released');
foreach ($workers as $which => $worker) {
    for ($i = 0; $i < 100; $i++) {
        $worker->expect("$which $i", 60);
    }
    $worker->expect('end');
    $worker->finish();
}
$queue->vanishes();
echo "done\n";
?>
--EXPECT--
done
