--TEST--
A callback may lock the name again, remove itself and drop the last reference; switching fibers is refused as in signal handlers
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$cases = [
    'again' => ['Tests\Check::true($lock->lock($name, 0, 60), "lock again"); $done = true;', 'Tests\Check::same([$name], $it->held(), "held");'],
    'removes itself' => ['$lock->onLost(null); $done = true;', 'Tests\Check::same([], $it->held(), "held");'],
    'drops the object' => ['$it = null; $done = true; unset($lock);', 'Tests\Check::same(null, $weak->get(), "it is gone");'],
    'no fiber' => ['try { Fiber::suspend(); } catch (FiberError $error) { say($error->getMessage()); } $done = true;', ''],
];
foreach ($cases as $case => [$callback, $after]) {
    $name = Check::unique('uses');
    $worker = Worker::run('[, $url, $name] = $argv;
        $it = new RedisMutexLock(["url" => $url, "lease" => 2]);
        $weak = WeakReference::create($it);
        $done = false;
        $it->onLost(function (string $name, RedisMutexLock $lock) use (&$it, &$done) { ' . $callback . ' });
        Tests\Check::true($it->lock($name, expire: null), "lock");
        say("locked");
        $compute = function () use (&$done) { for ($i = 0; !$done && $i < 2000000000; $i++); };
        ' . ($case === 'no fiber' ? '(new Fiber($compute))->start();' : '$compute();') . '
        ' . $after . '
        // After the callback, switching fibers is allowed again.
        $fiber = new Fiber(fn () => Fiber::suspend(1));
        Tests\Check::same(1, $fiber->start(), "fiber");
        say("done");', [$redis->url(), $name]);
    $worker->expect('locked');
    Check::same(1, $client->call('DEL', "lock:$name"), "$case: the key is deleted");
    if ($case === 'no fiber') {
        $worker->expect('Cannot switch fibers in current execution context');
    }
    $worker->expect('done');
    $worker->finish();
    Check::same([], $client->call('KEYS', "lock:$name*"), "$case: nothing is left");
}

echo "done\n";
--EXPECT--
done
