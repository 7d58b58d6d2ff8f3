--TEST--
A child's own renewed lock gets a thread of its own, in nested forks too; each renews and frees its own
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('nested');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $lock = new RedisMutexLock(['url' => $url, 'lease' => 1.5]);
    $threads = fn (): int => count(Tests\Holder::threads(getmypid()));
    $generation = 0;
    Tests\Check::true($lock->lock("$name-0", expire: null), 'lock of generation 0');
    while ($generation < 3) {
        $pid = pcntl_fork();
        if ($pid !== 0) {
            pcntl_waitpid($pid, $status);
            Tests\Check::same(0, $status, "generation $generation: status of its child");
            Tests\Check::same(["$name-$generation"], $lock->held(), "generation $generation: held");
            Tests\Check::same([true, 1], [$lock->isLocking("$name-$generation"), $threads()], "generation $generation");
            say("$generation");
            hear();
            exit(0);
        }
        $generation++;
        Tests\Check::same([[], 0], [$lock->held(), $threads()], "generation $generation: nothing at first");
        Tests\Check::true($lock->lock("$name-$generation", expire: null), "generation $generation: its own");
        // The child also uses an object of its own.
        $objects[$generation] = new RedisMutexLock(['url' => $url, 'lease' => 1.5]);
        Tests\Check::true($objects[$generation]->lock("$name-$generation-new", expire: null), 'a new object');
        Tests\Check::same(1, $threads(), "generation $generation: its thread");
    }
    usleep(2_000_000);
    say("$generation");
    hear();
    PHP, [$server->url(), $name]);
foreach ([3, 2, 1, 0] as $generation) {
    $worker->expect("$generation");
    $keys = $redis->call('KEYS', "lock:$name*");
    sort($keys);
    $expected = ["lock:$name-0"];
    foreach (range(1, 3) as $i) {
        $i <= $generation && array_push($expected, "lock:$name-$i", "lock:$name-$i-new");
    }
    Check::same($expected, $keys, "generation $generation");
    $worker->tell('end');
}
$worker->finish();
Check::same([], $redis->call('KEYS', "lock:$name*"), 'keys after the end');
echo 'done';
?>
--EXPECT--
done
