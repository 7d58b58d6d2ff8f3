--TEST--
serve_queue() of the demo loses no user when lock() is false or throws
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\RedisServer;
use Tests\Worker;

$server = RedisServer::start();
$worker = Worker::run(<<<'PHP'
    [, $root, $port] = $argv;
    require "$root/examples/task-queue.php";
    require "$root/examples/flash-sale.php";
    class ArticleLock {}
    class Refusing extends RedisMutexLock
    {
        private int $calls = 0;

        public function lock(string $name, int|float|null $timeout = 0, int|float|null $expire = 20, int $sleep = 1): bool
        {
            $this->calls++;
            $this->calls % 7 !== 0 || throw new RedisMutexLockUnavailableException('Redis is away');

            return $this->calls % 4 !== 0 && parent::lock($name, $timeout, $expire, $sleep);
        }
    }
    $redis = new Redis();
    $redis->connect('127.0.0.1', (int) $port);
    $queue = new TaskQueue($redis, 'sale:queue');
    open_sale($redis, $queue, 30);
    $lock = new Refusing(['port' => $port]);
    do {
        try {
            serve_queue($redis, $queue, $lock);
        } catch (RedisMutexLockUnavailableException) {
            say('thrown');
        }
        $sale = audit_sale($redis);
        $sale['served'] + $queue->length() === 30 || exit('a user is lost');
    } while ($queue->length() > 0);
    say(json_encode($sale));
    PHP, [dirname(__DIR__, 2), $server->port], modules: ['redis']);
$lines = array_count_values(explode("\n", trim($worker->finish(30))));
ksort($lines);
print_r($lines);
?>
--EXPECT--
Array
(
    [thrown] => 6
    [{"served":30,"duplicates":0,"users":0}] => 1
)
