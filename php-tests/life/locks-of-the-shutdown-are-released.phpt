--TEST--
A lock taken in a shutdown function or destructor works and is released at the end; unlock there releases at once
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('late');
$worker = Worker::run(<<<'PHP'
    final class Late {
        function __construct(private string $url, private string $name) {}
        function __destruct() {
            $lock = new RedisMutexLock($this->url);
            Tests\Check::true($lock->lock("$this->name-destructor", 0, 600), 'lock in a destructor');
            say('destructor');
            hear();
        }
    }
    $late = new Late($argv[1], $argv[2]);
    $early = new RedisMutexLock($argv[1]);
    $early->lock("$argv[2]-early", 0, 600);
    register_shutdown_function(function () use ($argv, $early) {
        Tests\Check::true($early->unlock("$argv[2]-early"), 'unlock in a shutdown function');
        $lock = new RedisMutexLock($argv[1]);
        Tests\Check::true($lock->lock("$argv[2]-shutdown", 0, 600), 'lock in a shutdown function');
        $GLOBALS['kept'] = $lock;
        say('shutdown');
        hear();
    });
    PHP, [$redis->url(), $name]);
$worker->expect('shutdown');
Check::same(0, $client->call('EXISTS', "lock:$name-early"), 'unlocked in the shutdown function');
Check::same(1, $client->call('EXISTS', "lock:$name-shutdown"), 'held in the shutdown function');
$worker->tell('go on');
$worker->expect('destructor');
Check::same(1, $client->call('EXISTS', "lock:$name-shutdown"), 'still held while a destructor runs');
Check::same(1, $client->call('EXISTS', "lock:$name-destructor"), 'held in the destructor');
$worker->tell('end');
$worker->finish();
Check::same([], $client->call('KEYS', "lock:$name*"), 'keys after the end');

echo "done\n";
--EXPECT--
done
