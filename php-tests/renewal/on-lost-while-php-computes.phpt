--TEST--
While PHP computes, the callback of a lost lease runs within a second, once, with the name and the object
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('computes');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $lock = new RedisMutexLock(['url' => $url, 'lease' => 0.9]);
    $calls = [];
    $lock->onLost(function (...$arguments) use (&$calls) { $calls[] = $arguments; });
    Tests\Check::true($lock->lock($name, expire: null), 'lock');
    Tests\Check::true($lock->lock("$name-kept", 0, 600), 'another lock');
    Tests\Check::same([], $calls, 'nothing is lost yet');
    say('locked');
    hear();
    // No function is called here: PHP only executes instructions.
    for ($i = 0; $calls === [] && $i < 2000000000; $i++);
    Tests\Check::same([[$name, $lock]], $calls, 'the callback');
    Tests\Check::same(false, $lock->isLocking($name), 'it is lost');
    Tests\Check::same(["$name-kept"], $lock->held(), 'what is held');
    say('reported');
    hear();
    Tests\Check::same(1, count($calls), 'called once');
    PHP, [$redis->url(), $name]);
$worker->expect('locked');
$worker->tell('compute');
Check::same(1, $client->call('DEL', "lock:$name"), 'the key is deleted');
$began = hrtime(true);
$worker->expect('reported', 10);
Check::between(0, 1.0, (hrtime(true) - $began) / 1e9, 'seconds until it was reported');
// Long enough for a second call of the callback.
Check::eventually(fn (): bool => hrtime(true) - $began > 1_000_000_000, 5, 'three renewals later');
$worker->tell('end');
$worker->finish();

echo "done\n";
--EXPECT--
done
