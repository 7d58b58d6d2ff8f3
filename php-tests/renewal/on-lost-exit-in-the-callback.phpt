--TEST--
exit and a fatal error in a callback end the script cleanly: its status, shutdown functions, its locks released
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$places = ['in a loop' => 'while (true);', 'in a wait' => '$lock->lock("$name-busy", 600, 600);'];
foreach (['exit(7);' => 7, 'trigger_error("x", E_USER_ERROR);' => 255] as $end => $status) {
    foreach ($places as $place => $work) {
        $name = Check::unique('exit');
        $holder = new RedisMutexLock($redis->url());
        Check::true($holder->lock("$name-busy", 0, 600), "$end $place: somebody holds it");
        $worker = Worker::run('[, $url, $name] = $argv;
            $lock = new RedisMutexLock(["url" => $url, "lease" => 2]);
            $lock->onLost(function () { say("lost"); ' . $end . ' });
            Tests\Check::true($lock->lock("$name-own", 0, 600), "own");
            Tests\Check::true($lock->lock($name, expire: null), "lock");
            register_shutdown_function(fn () => say("shutdown " . json_encode($lock->isLocking("$name-own"))));
            say("locked");
            ' . $work . '
            say("never");', [$redis->url(), $name]);
        $worker->expect('locked');
        Check::same(1, $client->call('DEL', "lock:$name"), "$end $place: the key is deleted");
        $worker->expect('lost');
        $worker->expect('shutdown true');
        Check::same($status, $worker->wait(), "$end $place: exit status");
        Check::same($status === 7, $worker->stderr() === '', "$end $place: stderr {$worker->stderr()}");
        Check::same(0, $client->call('EXISTS', "lock:$name-own"), "$end $place: released");
        Check::true($holder->unlock("$name-busy"), "$end $place: the holder's lock");
        Check::same([], $client->call('KEYS', "lock:$name*"), "$end $place: nothing is left");
    }
}

echo "done\n";
--EXPECT--
done
