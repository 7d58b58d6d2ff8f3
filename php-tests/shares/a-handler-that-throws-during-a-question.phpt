--TEST--
A signal during a question about a share is served behind the answer, and its exception leaves no share that nobody knows
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$other = new RedisMutexLock($server->url());
Check::true($other->lockShared('x', 0, 600), 'a share of another object, which stays');
Check::true($other->lockShared('warm', 0, 600) && $other->unlock('warm'), 'the scripts are known');
$calls = [
    // [the call, what the object holds when the exception is caught]
    'without a wait' => ['$lock->lockShared("x", 0, 600)', ['x']],
    'with a wait' => ['$lock->lockShared("x", 600, 600)', ['x']],
    'renewed, with a limit' => ['$lock->lockShared("x", 600, null, limit: 5)', ['x']],
    'a section' => ['$lock->synchronizedShared("x", function () { for ($i = 0; $i < 10; $i++) { usleep(1); } }, 0, 600)', []],
    'a release' => ['$lock->lockShared("x", 0, 600) && $lock->unlock("x")', []],
];
foreach ($calls as $what => [$call, $holds]) {
    $script = Script::sha($what === 'a release' ? 'shares/release' : 'shares/acquire');
    foreach (['SIGTERM' => SIGTERM, 'SIGUSR1' => SIGUSR1] as $which => $signal) {
        $case = "$what, $which";
        $proxy = Proxy::to($server, ['with' => $script, 'times' => 1, 'do' => 'delayReply', 'ms' => 300]);
        $worker = Worker::run('[, $url, $signal] = $argv;
            pcntl_async_signals(true);
            pcntl_signal((int) $signal, fn () => throw new LogicException("from the handler"));
            $lock = new RedisMutexLock(["url" => $url, "command_timeout" => 10]);
            try {
                ' . $call . ';
                // The handler runs no later than here.
                for ($i = 0; $i < 10; $i++) {
                    usleep(1);
                }
                say("no exception");
            } catch (LogicException) {
                say(json_encode($lock->held()));
            }
            hear();
            say(json_encode([$lock->isLocking("x"), $lock->unlockAll(), $lock->lockShared("x", 0, 600)]));
            hear();', [$proxy->url(), $signal]);
        $asked = static fn (array $seen): bool => in_array($script, $seen['words'], true);
        Check::eventually(static fn (): bool => array_filter($proxy->log(), $asked) !== [], 20, "$case: it has asked");
        $worker->signal($signal);
        // The answer counts: a share that was granted is held, and one that was released is not.
        Check::same(json_encode($holds), $worker->line(20), "$case: what it holds");
        Check::same(1 + count($holds), $redis->call('ZCARD', 'lock:x'), "$case: shares in Redis");
        $worker->tell('go on');
        Check::same(json_encode([$holds !== [], true, true]), $worker->line(20), "$case: it has it, releases it, and gets it again");
        $worker->tell('end');
        $worker->finish();
        Check::same([$other->token('x')], $redis->call('ZRANGE', 'lock:x', 0, -1), "$case: the other share alone");
    }
}
echo "done\n";
?>
--EXPECT--
done
