--TEST--
An exception of a callback is thrown where PHP code was; another loss is reported after that was caught, not before
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('throws');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $lock = new RedisMutexLock(['url' => $url, 'lease' => 2]);
    $lost = [];
    $lock->onLost(function (string $name) use (&$lost) {
        $lost[] = $name;
        throw new RuntimeException($name);
    });
    foreach (['a', 'b', 'c'] as $part) {
        Tests\Check::true($lock->lock("$name-$part", expire: null), $part);
    }
    $caught = $cleaned = [];
    $compute = function () {
        while (true);
    };
    // The next exception may come at any place after the catch, so there is always another try around it.
    $catch = function (callable $work) use (&$caught, &$cleaned, &$lost) {
        try {
            try {
                $work();
            } finally {
                $cleaned[] = count($lost);
            }
        } catch (RuntimeException $exception) {
            $caught[] = $exception;
        }
    };
    $catch(function () use ($catch, $compute) {
        $catch(function () use ($catch, $compute) {
            $catch(function () use ($compute) {
                say('locked');
                $compute();
            });
            $compute();
        });
        $compute();
    });
    $messages = [];
    foreach ($caught as $exception) {
        $messages[] = $exception->getMessage();
        // Each exception is a new one, with the place of the interrupt in its trace.
        Tests\Check::same(null, $exception->getPrevious(), 'previous');
        // The brace stays open: since PHP 8.4 the file and the line follow.
        Tests\Check::true(str_contains($exception->getTraceAsString(), '{closure'), 'trace');
    }
    sort($messages);
    Tests\Check::same(["$name-a", "$name-b", "$name-c"], $messages, 'caught');
    Tests\Check::same(3, count($lost), 'each once');
    Tests\Check::same(3, count($cleaned), 'finally');
    say('done');
    PHP, [$redis->url(), $name]);
$worker->expect('locked');
Check::same(3, $client->call('DEL', "lock:$name-a", "lock:$name-b", "lock:$name-c"), 'the keys are deleted');
$worker->expect('done');
$worker->finish();

// An uncaught exception ends the script as usual, and held locks are released.
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $lock = new RedisMutexLock(['url' => $url, 'lease' => 2]);
    $lock->onLost(fn () => throw new RuntimeException('nobody catches me'));
    Tests\Check::true($lock->lock("$name-kept", 0, 600), 'kept');
    Tests\Check::true($lock->lock($name, expire: null), 'lock');
    register_shutdown_function(fn () => say('shutdown'));
    say('locked');
    while (true);
    PHP, [$redis->url(), $name]);
$worker->expect('locked');
Check::same(1, $client->call('DEL', "lock:$name"), 'the key is deleted');
$worker->expect('shutdown');
Check::same(255, $worker->wait(), 'exit status');
Check::true(str_contains($worker->stderr(), 'Uncaught RuntimeException: nobody catches me'), $worker->stderr());
Check::same(0, $client->call('EXISTS', "lock:$name-kept"), 'released');

echo "done\n";
--EXPECT--
done
