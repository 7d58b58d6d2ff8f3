--TEST--
Three processes of fifty fibers exclude each other, while fibers are destroyed and time out, and a process is killed; nothing is left
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'crowd');
$code = '[, $url, $address, $name, $seed] = $argv;
    mt_srand((int) $seed);
    $redis = new Tests\RedisClient($address);
    $loop = new Tests\FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    $end = hrtime(true) + 4_000_000_000;
    $done = 0;
    $work = function () use ($url, $name, $seed, $loop, $redis, $end, &$done) {
        while (hrtime(true) < $end) {
            $lock = new RedisMutexLock($url);
            if ($lock->lock($name, mt_rand(0, 9) ? 30 : 0.05, 3)) {
                $owner = "$seed:" . $lock->token($name);
                $redis->call("SET", "inside", $owner, "NX") === "OK" || say("NOT ALONE: " . $redis->call("GET", "inside"));
                $loop->sleep(mt_rand(0, 2) / 1000);
                $redis->call("GET", "inside") === $owner || say("REPLACED");
                $redis->call("DEL", "inside");
                $lock->unlock($name) || say("LOST");
                $done++;
            }
            $loop->sleep(0);
        }
    };
    $fibers = array_map(fn () => $loop->start($work), range(1, 50));
    $loop->start(function () use ($loop, $work, $end, &$fibers, $redis) {
        while (hrtime(true) < $end) {
            $loop->sleep(0.02);
            // A fiber that is inside may end there, so only those are destroyed that wait in the queue.
            $victim = array_rand($fibers);
            // On a busy machine it may have ended by now, or may not have begun.
            $trace = $fibers[$victim]->isSuspended() ? (new ReflectionFiber($fibers[$victim]))->getTrace() : [];
            if (in_array("wait", array_column($trace, "function"), true)) {
                $loop->forget($fibers[$victim]);
                $fibers[$victim] = $loop->start($work);
            }
        }
    });
    say("begins");
    $loop->run(60);
    say("done $done");';
// Of fifty fibers only sixteen ask at once, and on a busy machine the last ones wait long for their turn.
$url = $server->url(command_timeout: 30, retry_for: 60);
$workers = [];
foreach ([1, 2, 3] as $seed) {
    $workers[$seed] = Worker::run($code, [$url, $server->address(), $queue->name, $seed]);
}
foreach ($workers as $worker) {
    $worker->expect('begins');
}
usleep(1_500_000);
// A process that is killed inside would leave the key of the section behind, so it is killed when it is not.
$redis = $server->client();
do {
    $workers[3]->signal(SIGSTOP);
    // A server writes no reply before it has executed what had come until then.
    $redis->call('PING');
    $inside = $redis->call('GET', 'inside');
    $may = $inside === null || !str_starts_with($inside, '3:');
    $workers[3]->signal($may ? SIGKILL : SIGCONT);
    // It has to come out within its lease, so it is not stopped again before.
    $may || Check::eventually(fn (): bool => $redis->call('GET', 'inside') !== $inside, 10, 'it comes out');
} while (!$may);
foreach ([1, 2] as $seed) {
    $line = $workers[$seed]->line(90);
    Check::same(1, preg_match('/^done (\d+)$/', $line, $found), "process $seed: $line");
    Check::between(10, 100000, (int) $found[1], "process $seed: sections");
    $workers[$seed]->finish();
}
Check::eventually(fn (): bool => $redis->call('KEYS', '*') === [], 5, 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
