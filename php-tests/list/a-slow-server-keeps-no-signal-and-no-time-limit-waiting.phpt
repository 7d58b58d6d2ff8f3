--TEST--
While a slow server answers about the keys of one page, list() serves signal handlers and the time limit
--FILE--
<?php
$server = RedisServer::start();
for ($i = 0; $i < 400; $i++) {
    $server->client()->call('SET', "lock:$i", 'x');
}
// All 400 keys are in one page. At 20 ms a value that is 8 s.
$proxy = Proxy::to($server, ['command' => 'GET', 'do' => 'delayReply', 'ms' => 20]);
$worker = Worker::run(<<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, fn () => throw new Exception('from the handler'));
    $lock = new RedisMutexLock($argv[1]);
    try {
        $lock->list();
        say('it is over');
    } catch (Exception $thrown) {
        say($thrown->getMessage());
    }
    PHP, [$proxy->url(command_timeout: 60)]);
Check::eventually(fn () => $proxy->count('GET') > 0, 20, 'a value is asked for');
$worker->signal(SIGUSR1);
$worker->expect('from the handler', 20);
Check::between(1, 200, $proxy->count('GET'), 'values that were asked for');
$worker->finish();

$asked = $proxy->count('GET');
$worker = Worker::run(<<<'PHP'
    set_time_limit(600);
    (new RedisMutexLock($argv[1]))->list();
    say('it is over');
    PHP, [$proxy->url(command_timeout: 60)]);
Check::eventually(fn () => $proxy->count('GET') > $asked, 20, 'a value is asked for');
// PHP's timer sends this signal when the time of the processor is used up.
$worker->signal(SIGPROF);
Check::same(255, $worker->wait(20), 'exit status');
Check::same('', $worker->rest(), 'output');
Check::true(str_contains($worker->stderr(), 'Maximum execution time of 600 seconds exceeded'), $worker->stderr());
Check::between($asked + 1, $asked + 200, $proxy->count('GET'), 'values that were asked for');
echo "done\n";
?>
--EXPECT--
done
