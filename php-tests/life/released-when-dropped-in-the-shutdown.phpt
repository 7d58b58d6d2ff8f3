--TEST--
An object that a shutdown function or a destructor drops releases its locks at once, as earlier in the script
--FILE--
<?php
$redis = RedisServer::shared();
$name = Check::unique('dropped');
// Whole applications run there: a shutdown function often starts the event loop.
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    function drop(string $url, string $name): void {
        foreach ([null, 60] as $expire) {
            $lock = new RedisMutexLock($url);
            Tests\Check::true($lock->lock($name, 0, $expire), 'lock');
            unset($lock);
            Tests\Check::same(false, (new RedisMutexLock($url))->isLocked($name), "released at once, expire $expire");
        }
    }
    class Dropping {
        public function __construct(private string $url, private string $name) {
        }
        public function __destruct() {
            drop($this->url, $this->name);
            say('destructor');
        }
    }
    $kept = new RedisMutexLock($url);
    Tests\Check::true($kept->lock("$name-kept", expire: null), 'kept');
    $dropping = new Dropping($url, $name);
    register_shutdown_function(function () use ($url, $name) {
        $before = memory_get_usage();
        for ($i = 0; $i < 200; $i++) {
            drop($url, $name);
        }
        gc_collect_cycles();
        Tests\Check::between(0, 65536, max(0, memory_get_usage() - $before), 'memory');
        say('shutdown function');
    });
    PHP, [$redis->url(), $name]);
$worker->expect('shutdown function');
$worker->expect('destructor');
$worker->finish();
Check::same(0, $redis->client()->call('EXISTS', "lock:$name", "lock:$name-kept"), 'in the end');
echo 'done';
?>
--EXPECT--
done
