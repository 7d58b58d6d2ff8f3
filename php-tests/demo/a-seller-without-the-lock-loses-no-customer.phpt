--TEST--
A seller of the flash sale to whom lock() says false loses no customer and serves all of them later
--FILE--
<?php
$redis = RedisServer::start();
$worker = Worker::run(<<<'PHP'
    [, $root, $port] = $argv;
    foreach (['article-lock', 'task-queue', 'flash-sale'] as $file) {
        require "$root/examples/$file.php";
    }
    final class BusyLock extends RedisMutexLock
    {
        private int $asked = 0;

        public function lock(
            string $name,
            int|float|null $timeout = 0,
            int|float|null $expire = 20,
            int $sleep = 100000,
            ?string $token = null,
        ): bool {
            return ++$this->asked % 3 === 0 && parent::lock($name, $timeout, $expire, $sleep, $token);
        }
    }
    $redis = new Redis();
    $redis->connect('127.0.0.1', (int) $port);
    $queue = new TaskQueue($redis, 'queue');
    open_sale($redis, 20);
    line_up($queue, 20);
    serve_queue($redis, $queue, new BusyLock("redis://127.0.0.1:$port"));
    Tests\Check::same(['served' => 20, 'sharing' => 0], audit_sale($redis), 'the sale');
    PHP, [dirname(__DIR__, 2), $redis->port], modules: ['redis']);
$worker->finish();
echo "done\n";
?>
--EXPECT--
done
