--TEST--
While lock() waits, the callback of a lost lease runs and the wait goes on; an exception of the callback leaves the wait and the queue
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
foreach (['goes on' => '', 'is left' => 'throw new RuntimeException("stop");'] as $how => $then) {
    $name = Check::unique('waits');
    $holder = new RedisMutexLock($redis->url());
    Check::true($holder->lock("$name-busy", 0, 600), "$how: somebody holds it");
    $worker = Worker::run('[, $url, $name] = $argv;
        $lock = new RedisMutexLock(["url" => $url, "lease" => 0.9]);
        $lock->onLost(function (string $lost, RedisMutexLock $lock) {
            say("lost $lost");
            // The callback may use the object that waits.
            say(json_encode([$lock->unlock($lost), $lock->lock("$lost-in", 0, 60), $lock->unlock("$lost-in")]));
            ' . $then . '
        });
        Tests\Check::true($lock->lock($name, expire: null), "lock");
        say("locked");
        try {
            say(json_encode($lock->lock("$name-busy", 60, 600)));
        } catch (RuntimeException $stop) {
            say($stop->getMessage());
        }', [$redis->url(), $name]);
    $worker->expect('locked');
    $queue = new Queue($redis, "$name-busy");
    $queue->reaches(1);
    Check::same(1, $client->call('DEL', "lock:$name"), "$how: the key is deleted");
    $began = hrtime(true);
    $worker->expect("lost $name");
    Check::between(0, 1.0, (hrtime(true) - $began) / 1e9, "$how: seconds until it was reported");
    $worker->expect('[false,true,true]');
    if ($then === '') {
        Check::same(1, count($queue->tokens()), "$how: it still waits");
        Check::true($holder->unlock("$name-busy"), "$how: handed over");
        $worker->expect('true');
    } else {
        $worker->expect('stop');
        $queue->reaches(0);
        Check::true($holder->unlock("$name-busy"), "$how: still the holder's");
    }
    $worker->finish();
    Check::same(0, $client->call('EXISTS', "lock:$name-busy"), "$how: nothing is held");
}

echo "done\n";
--EXPECT--
done
