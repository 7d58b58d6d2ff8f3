--TEST--
Each object's callback is called for its own losses, one at a time; never for a dead object, for another object's loss or for a parent's loss
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('several');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    class Sub extends RedisMutexLock
    {
    }
    $lost = [];
    $running = 0;
    $deepest = 0;
    $locks = [];
    foreach (['a' => Sub::class, 'b' => RedisMutexLock::class, 'quiet' => Sub::class, 'dead' => Sub::class] as $part => $class) {
        $locks[$part] = new $class(['url' => $url, 'lease' => 1.5]);
        $locks[$part]->onLost(function (string $name, RedisMutexLock $lock) use ($part, &$lost, &$running, &$deepest) {
            $deepest = max($deepest, ++$running);
            $lost[$part][] = [$name, get_class($lock), $lock->isLocking($name)];
            // Long enough for the loss of the other locks. Their callbacks could interrupt the loop, or run in held().
            for ($until = hrtime(true) + 700_000_000; hrtime(true) < $until;) {
                $lock->held();
            }
            $running--;
        });
        foreach ([1, 2] as $i) {
            Tests\Check::true($locks[$part]->lock("$name-$part-$i", expire: null), "$part-$i");
        }
    }
    $locks['quiet']->onLost(null);
    unset($locks['dead']);
    $child = pcntl_fork();
    if ($child === 0) {
        // A loss of the parent is not reported in the child.
        for ($until = hrtime(true) + 1_500_000_000; hrtime(true) < $until;);
        $locks['a']->held();
        exit($lost === [] ? 0 : 1);
    }
    say('locked');
    $until = hrtime(true) + 20_000_000_000;
    while (count($lost['a'] ?? []) + count($lost['b'] ?? []) < 4 && hrtime(true) < $until);
    ksort($lost);
    $names = array_map(fn (array $each) => array_column($each, 0), $lost);
    foreach ($names as &$each) {
        sort($each);
    }
    unset($each);
    Tests\Check::same([
        'a' => ["$name-a-1", "$name-a-2"],
        'b' => ["$name-b-1", "$name-b-2"],
    ], $names, 'lost');
    Tests\Check::same(['Sub', false], array_slice($lost['a'][0], 1), 'the object of a');
    Tests\Check::same(['RedisMutexLock', false], array_slice($lost['b'][0], 1), 'the object of b');
    Tests\Check::same(1, $deepest, 'one at a time');
    pcntl_waitpid($child, $status);
    Tests\Check::same(0, pcntl_wexitstatus($status), 'the child heard of nothing');
    // A loss without a callback is forgotten: a later callback is not called for it.
    $late = [];
    $locks['quiet']->onLost(function (string $name) use (&$late) { $late[] = $name; });
    $locks['quiet']->held();
    Tests\Check::same([], $late, 'too late');
    PHP, [$redis->url(), $name]);
$worker->expect('locked');
$keys = $client->call('KEYS', "lock:$name-*");
Check::same(6, count($keys), 'the dead object has released its own');
Check::same(6, $client->call('DEL', ...$keys), 'the keys are deleted');
$worker->finish(30);

echo "done\n";
--EXPECT--
done
