--TEST--
The end of a script asks again for the release of an object that died while the server gave no answer
--FILE--
<?php
$server = RedisServer::shared();
$ends = [
    'the script ends' => '',
    'exit' => 'exit(0);',
    'a fatal error' => 'ini_set("display_errors", "0"); ini_set("log_errors", "0"); undefined_function();',
];
Together::each($ends, function (string $end, string $what) use ($server): void {
    [$redis, $proxy, $name] = [$server->client(), Proxy::to($server), Check::unique('name')];
    $worker = Worker::run('[, $config, $name] = $argv;
        $lock = Tests\Ahead::object(unserialize($config));
        Tests\Check::true($lock->lock($name, 0, 60), "lock");
        say("locked");
        hear();
        Tests\Check::true($lock->unlock($name), "unlock");
        unset($lock);
        say("dead");
        hear();
        ' . $end, [serialize($proxy->config() + ['command_timeout' => 20]), $name]);
    $worker->expect('locked', 20);
    // Neither the release nor what the end of the object asks again gets an answer, or reaches the server.
    $proxy->rule(['command' => 'EVALSHA', 'do' => 'answer', 'bytes' => '']);
    $worker->tell('unlock');
    $worker->expect('dead', 15);
    Check::same(1, $redis->call('EXISTS', "lock:$name"), "$what: the lock after the object");
    $proxy->clear();
    $worker->tell('end');
    $worker->wait(15);
    Check::same(0, $redis->call('EXISTS', "lock:$name"), "$what: the lock after the script");
});
echo "done\n";
?>
--EXPECT--
done
