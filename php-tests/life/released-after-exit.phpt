--TEST--
exit at the top, in a function, in a callback or in a shutdown function releases the locks and keeps its status
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$endings = [
    'at the top' => 'exit(7);',
    'in a function' => 'function leave(RedisMutexLock $lock) { exit(7); } leave($lock);',
    'in a method that holds another one' => <<<'PHP'
        final class Job {
            function run(string $url, string $name) {
                $local = new RedisMutexLock($url);
                Tests\Check::true($local->lock("$name-local", 0, 600), 'local lock');
                exit(7);
            }
        }
        (new Job())->run($argv[1], $argv[2]);
        PHP,
    'in a shutdown function' => 'register_shutdown_function(fn () => exit(7));',
    'in the callback of synchronized' => '$lock->synchronized("$argv[2]-local", fn () => exit(7), 0, 600);',
    'in a generator with a finally' => <<<'PHP'
        $steps = (function () { try { yield 1; } finally { $x = 1; } })();
        $steps->current();
        exit(7);
        PHP,
    'in a fiber' => '(new Fiber(function () use ($lock) { exit(7); }))->start();',
];
foreach ($endings as $where => $code) {
    $name = Check::unique('exit');
    $worker = Worker::run('$lock = new RedisMutexLock($argv[1]);
        Tests\Check::true($lock->lock($argv[2], 0, 600), "lock");
        say("held");
        hear();
        ' . $code, [$redis->url(), $name]);
    $worker->expect('held');
    Check::same(1, $client->call('EXISTS', "lock:$name"), "$where: key before");
    $worker->tell('go');
    Check::same(7, $worker->wait(), "$where: exit status");
    Check::same('', $worker->stderr(), "$where: stderr");
    Check::same([], $client->call('KEYS', "lock:$name*"), "$where: keys after");
}

echo "done\n";
--EXPECT--
done
