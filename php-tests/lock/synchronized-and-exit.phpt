--TEST--
exit in the callback of synchronized ends the process cleanly, with the lock released
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('exit');

$worker = Worker::run(<<<'PHP'
    register_shutdown_function(static function (): void {
        say('shutdown');
    });
    $lock = new RedisMutexLock($argv[1]);
    try {
        $lock->synchronized($argv[2], static function (): void {
            say('inside');
            exit(0);
        }, 0, 600);
        say('went on');
    } catch (Throwable $thrown) {
        say(get_class($thrown));
    } finally {
        say('finally');
    }
    PHP, [$server->url(), $name]);
$worker->expect('inside');
// exit runs no catch and no finally.
$worker->expect('shutdown');
Check::same('', $worker->finish(), 'what else was said');
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the key');

echo 'done';
?>
--EXPECT--
done
