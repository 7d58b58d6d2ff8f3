--TEST--
Inside a blocking function no callback runs, and none cuts it short; right after it one does
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('blocks');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $lock = new RedisMutexLock(['url' => $url, 'lease' => 1.5]);
    $calls = [];
    $lock->onLost(function () use (&$calls) { $calls[] = hrtime(true); });
    Tests\Check::true($lock->lock($name, expire: null), 'lock');
    say('locked');
    $began = hrtime(true);
    sleep(2);
    $ended = hrtime(true);
    // An interrupt comes at the next jump or call at the latest.
    for ($i = 0; $i < 2; $i++);
    Tests\Check::same(1, count($calls), 'reported right after it');
    Tests\Check::between(2.0, 3600, ($ended - $began) / 1e9, 'it slept to its end');
    Tests\Check::between(2.0, 3600, ($calls[0] - $began) / 1e9, 'not before it ended');
    PHP, [$redis->url(), $name]);
$worker->expect('locked');
Check::same(1, $client->call('DEL', "lock:$name"), 'the key is deleted');
$worker->finish();

echo "done\n";
--EXPECT--
done
