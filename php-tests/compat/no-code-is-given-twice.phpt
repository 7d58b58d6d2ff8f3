--TEST--
Processes that use the classes of the articles give no gift code twice, and leave out none
--FILE--
<?php
const PROCESSES = 4;
const CODES = 60;

// Each class in the way of its article: the function runs $work under the lock.
$articles = [
    'StaticMutexLock' => <<<'PHP'
        use StaticMutexLock as RedisMutexLock;

        function give(string $name, callable $work): void {
            Tests\Check::true(RedisMutexLock::lock($name, 60, 60), 'lock');
            try {
                $work();
            } finally {
                RedisMutexLock::release($name);
            }
        }
        PHP,
    'RedisLock' => <<<'PHP'
        function give(string $name, callable $work): void {
            static $lock = null;
            $lock ??= new RedisLock();
            Tests\Check::true($lock->lock($name, 60, 60), 'lock');
            $work();
            Tests\Check::true($lock->unlock($name), 'unlock');
        }
        PHP,
    'Lock' => <<<'PHP'
        function give(string $name, callable $work): void {
            $value = Lock::generateValue();
            while (!Lock::lock($name, $value, 60)) {
                usleep(500);
            }
            try {
                $work();
            } finally {
                Tests\Check::true(Lock::unlock($name, $value), 'unlock');
            }
        }
        PHP,
];
$sell = <<<'PHP'
    [, $file, $port, $name, $codes] = $argv;
    require $file;
    $redis = new Tests\RedisClient("tcp://127.0.0.1:$port");
    say('ready');
    hear();
    do {
        give($name, function () use ($redis, $name, $codes, &$given): void {
            // Read, pause, write: without a lock, two processes read the same number.
            $given = (int) $redis->call('GET', "$name-given");
            usleep(mt_rand(0, 300));
            if ($given < $codes) {
                $redis->call('RPUSH', "$name-codes", $given);
                $redis->call('SET', "$name-given", $given + 1);
            }
        });
    } while ($given < $codes);
    PHP;

$server = RedisServer::shared();
$redis = $server->client();
foreach ($articles as $class => $article) {
    $name = Check::unique($class);
    $arguments = [dirname(__DIR__, 2) . "/examples/compat/$class.php", $server->plainPort, $name, CODES];
    $workers = [];
    for ($i = 0; $i < PROCESSES; $i++) {
        $workers[] = Worker::run("$article\n$sell", $arguments, ini: ['redis_mutex_lock.url' => $server->url()]);
    }
    array_walk($workers, fn (Worker $worker) => $worker->expect('ready'));
    array_walk($workers, fn (Worker $worker) => $worker->tell('go'));
    array_walk($workers, fn (Worker $worker) => $worker->finish(100));
    $given = array_map(intval(...), $redis->call('LRANGE', "$name-codes", 0, -1));
    Check::same(range(0, CODES - 1), $given, "$class: the codes");
    $redis->call('DEL', "$name-codes", "$name-given");
    Check::same([], $redis->call('KEYS', "*$name"), "$class: its lock");
}
echo "done\n";
?>
--EXPECT--
done
