--TEST--
Each of nested forks has its own locks, and none releases another's
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('nested');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $lock = new RedisMutexLock($url);
    $generation = 0;
    Tests\Check::true($lock->lock("$name-0", 0, 600), 'lock of generation 0');
    while ($generation < 4) {
        $pid = pcntl_fork();
        if ($pid !== 0) {
            pcntl_waitpid($pid, $status);
            Tests\Check::same(0, $status, "generation $generation: status of its child");
            Tests\Check::same(["$name-$generation"], $lock->held(), "generation $generation: held");
            Tests\Check::true($lock->isLocking("$name-$generation"), "generation $generation: isLocking");
            say("$generation");
            hear();
            exit(0);
        }
        $generation++;
        Tests\Check::same([], $lock->held(), "generation $generation: nothing at first");
        Tests\Check::same(false, $lock->unlock("$name-" . ($generation - 1)), "generation $generation: not its parent's");
        Tests\Check::true($lock->lock("$name-$generation", 0, 600), "generation $generation: its own");
    }
    say("$generation");
    hear();
    PHP, [$redis->url(), $name]);
// The youngest process ends first, and releases only its own lock.
foreach ([4, 3, 2, 1, 0] as $generation) {
    $worker->expect("$generation");
    $keys = $client->call('KEYS', "lock:$name*");
    sort($keys);
    Check::same(array_map(fn (int $i): string => "lock:$name-$i", range(0, $generation)), $keys, "generation $generation");
    $worker->tell('end');
}
$worker->finish();
Check::same([], $client->call('KEYS', "lock:$name*"), 'keys after the end');

echo "done\n";
--EXPECT--
done
