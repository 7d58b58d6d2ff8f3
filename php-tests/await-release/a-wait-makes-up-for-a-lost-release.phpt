--TEST--
While a process waits for one name, it makes up for a lost release of another one, and is handed its lock afterwards
--FILE--
<?php
$server = RedisServer::start();
$ways = ['cutBefore', 'stall', 'reset'];
Together::each($ways, function (string $do) use ($server): void {
    [$redis, $proxy, $name] = [$server->client(), Proxy::to($server), Check::unique('name')];
    $holder = new RedisMutexLock($server->config());
    Check::true($holder->lock("$name-wanted", 0, 600), "$do: somebody holds it");
    $queue = new Queue($server, "$name-wanted");
    $worker = Worker::run('[, $config, $name] = $argv;
        $lock = Tests\Ahead::object(unserialize($config));
        Tests\Check::true($lock->lock($name, 0, 600), "lock");
        say("locked");
        hear();
        Tests\Check::true($lock->unlock($name), "unlock");
        Tests\Check::true($lock->lock("$name-wanted", 60, 600, 60_000_000), "the wait");
        say("granted");
        Tests\Check::true($lock->unlock("$name-wanted"), "its end");',
        [serialize($proxy->config() + ['command_timeout' => 1, 'retry_for' => 60]), $name]);
    $worker->expect('locked');
    $proxy->rule(['command' => 'EVALSHA', 'with' => "lock:$name", 'times' => 1, 'do' => $do]);
    $worker->tell('go');
    Check::eventually(fn (): bool => $redis->call('EXISTS', "lock:$name") === 0, 10, "$do: free during the wait");
    $queue->reaches(1);
    Check::true(!$worker->spoke(), "$do: the wait goes on");
    Check::true($holder->unlock("$name-wanted"), "$do: the holder unlocks");
    $worker->expect('granted', 20);
    $worker->finish(20);
    Check::same([], $redis->call('KEYS', "lock:$name*"), "$do: nothing is left");
});
echo "done\n";
?>
--EXPECT--
done
