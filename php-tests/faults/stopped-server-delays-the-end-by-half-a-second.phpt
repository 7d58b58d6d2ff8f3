--TEST--
With a stopped server the end of a script or object takes half a second, for any number of locks and any command_timeout
--FILE--
<?php
$server = RedisServer::start();
$code = <<<'PHP'
    [, $url, $objects, $locks, $timeout, $end] = $argv;
    $all = [];
    for ($o = 0; $o < $objects; $o++) {
        // Even objects share a connection, odd ones have their own.
        // A busy machine may need more than one attempt within so short a timeout.
        $config = ['url' => $url, 'command_timeout' => (float) $timeout, 'retry_for' => 5] + ($o % 2 ? ['name' => "c$o"] : []);
        $all[$o] = new RedisMutexLock($config);
        for ($i = 0; $i < $locks; $i++) {
            $all[$o]->lock("$o-$i", 5, 60) || throw new Exception('not free');
        }
    }
    say('held');
    hear();
    if ($end === 'object') {
        $began = hrtime(true);
        array_pop($all);
        $left = $all;
        say('ended ' . (hrtime(true) - $began) / 1e9);
        posix_kill(getmypid(), SIGKILL);
    }
    say('ending');
    $end === 'exit' ? exit(0) : ($end === 'exception' ? throw new Exception('uncaught') : null);
    PHP;
foreach ([[1, 100], [10, 10]] as [$objects, $locks]) {
    foreach (['0.2', '5'] as $timeout) {
        foreach (['end', 'exit', 'exception', 'object'] as $end) {
            $case = "$objects objects with $locks locks, command_timeout $timeout, $end";
            $worker = Worker::run($code, [$server->url(), $objects, $locks, $timeout, $end], modules: ['posix']);
            $worker->expect('held', 30);
            $server->pause();
            $worker->tell('go');
            if ($end === 'object') {
                $seconds = (float) substr($worker->line(), 6);
                $worker->wait();
            } else {
                $worker->expect('ending');
                $began = hrtime(true);
                Check::same($end === 'exception' ? 255 : 0, $worker->wait(60), "$case: exit status");
                $seconds = (hrtime(true) - $began) / 1e9;
            }
            // The budget is 0.5 s for all of them; the rest is a slow machine's.
            Check::between(0, 0.5 + 1.5, $seconds, "$case: seconds");
            $server->resume();
            $server->client()->call('FLUSHALL');
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
