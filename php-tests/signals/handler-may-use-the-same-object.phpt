--TEST--
A handler may lock, use and unlock other names of the object that waits; the awaited name is false in there, at once
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('same');
$holder = new RedisMutexLock($redis->url());
Check::true($holder->lock($name, 0, 600), 'somebody holds it');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $lock = new RedisMutexLock("$url?name=$name");
    Tests\Check::true($lock->lock("$name-before", 0, 600), 'lock before');
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, function () use ($lock, $name) {
        Tests\Check::true($lock->lock("$name-other", 5, 600), 'another name');
        Tests\Check::same([true, true, true], [
            $lock->isLocking("$name-other"), $lock->expire("$name-other", 60), $lock->isLocked("$name-other"),
        ], 'it is really held');
        Tests\Check::same('result', $lock->synchronized("$name-sync", fn () => 'result', 0, 60), 'synchronized');
        Tests\Check::same([true, true], [$lock->unlock("$name-other"), $lock->unlock("$name-before")], 'unlock');
        $began = hrtime(true);
        Tests\Check::same([false, false, false, null, [], true], [
            $lock->lock($name, 30, 600), $lock->unlock($name), $lock->isLocking($name),
            $lock->token($name), $lock->held(), $lock->isLocked($name),
        ], 'the name that is waited for');
        Tests\Check::between(0, 15, (hrtime(true) - $began) / 1e9, 'no wait for it in the handler');
        Tests\Check::true($lock->unlockAll(), 'unlockAll leaves the wait alone');
        say('handled');
    });
    $lock->isLocked($name);
    say('waits');
    Tests\Check::true($lock->lock($name, 100, 600, 10000), 'the wait goes on and wins');
    Tests\Check::same([[$name], true], [$lock->held(), $lock->isLocking($name)], 'after the wait');
    say('granted');
    hear();
    PHP, [$redis->url(), $name]);
$worker->expect('waits');
Check::eventually(fn (): bool => array_filter(
    $client->clients(),
    fn (array $one): bool => $one['name'] === $name && $one['cmd'] === 'blpop',
) !== [], 10, 'it waits');
$worker->signal(SIGUSR1);
$worker->expect('handled', 30);
Check::same($holder->token($name), $client->call('GET', "lock:$name"), 'the holder keeps it');
Check::true($holder->unlock($name), 'released');
$worker->expect('granted', 30);
$worker->tell('end');
$worker->finish();

echo "done\n";
--EXPECT--
done
