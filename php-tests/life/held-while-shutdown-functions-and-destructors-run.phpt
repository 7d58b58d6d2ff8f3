--TEST--
Shutdown functions and destructors of the script still run under the lock, and may use it
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('order');
$worker = Worker::run(<<<'PHP'
    final class Last {
        function __construct(private string $what, private ?RedisMutexLock $lock, private string $name) {}
        function __destruct() {
            say("$this->what: " . var_export($this->lock?->isLocking($this->name), true));
            hear();
        }
    }
    // The objects live in every order around the lock: globals die in the order in which they were made.
    $before = new Last('destructor without it', null, '');
    $lock = new RedisMutexLock($argv[1]);
    Tests\Check::true($lock->lock($argv[2], 0, 600), 'lock');
    $after = new Last('destructor', $lock, $argv[2]);
    class Registry { static $kept; }
    Registry::$kept = new Last('static destructor', $lock, $argv[2]);
    register_shutdown_function(function () use ($lock, $argv) {
        say('shutdown function: ' . var_export($lock->isLocking($argv[2]), true));
        hear();
    });
    // Only the order of the shutdown keeps this object alive until the destructors run.
    $orphan = new RedisMutexLock($argv[1]);
    $orphan->lock("$argv[2]-orphan", 0, 600);
    PHP, [$redis->url(), $name]);
$seen = [];
for ($i = 0; $i < 4; $i++) {
    $seen[] = $line = $worker->line();
    Check::same(2, $client->call('EXISTS', "lock:$name", "lock:$name-orphan"), "keys during '$line'");
    $worker->tell('go on');
}
sort($seen);
Check::same([
    'destructor without it: NULL',
    'destructor: true',
    'shutdown function: true',
    'static destructor: true',
], $seen, 'what they saw');
$worker->finish();
Check::same([], $client->call('KEYS', "lock:$name*"), 'keys after the end');

echo "done\n";
--EXPECT--
done
