--TEST--
PHP and a server in different containers share a Unix socket: the server itself tells that it is the same one, so a late request is killed there too
--SKIPIF--
<?php
require __DIR__ . '/../lib/autoload.php';

$refusal = Tests\Container::refusal();
echo $refusal === null ? '' : "skip $refusal";
?>
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::toSocket($server);
$worker = Worker::run(<<<'PHP'
    Tests\Container::enter();
    $lock = new RedisMutexLock(['path' => $argv[1], 'command_timeout' => 0.6, 'retry_for' => 60]);
    say(var_export($lock->lock('warm', 0, 60) && $lock->expire('warm', 20) && $lock->unlock('warm'), true));
    while (($word = hear()) !== 'end') {
        say(var_export(match ($word) {
            'lock' => $lock->lock('c', 0, 60),
            'lock a' => $lock->lock('a', 0, 60),
            'expire' => $lock->expire('a', 5) && $lock->expire('a', 600),
            'unlock' => $lock->unlock('c'),
        }, true));
    }
    PHP, [$proxy->socket]);
$worker->expect('true');
$ask = static function (string $word) use ($worker): void {
    $worker->tell($word);
    $worker->expect('true');
};
$ask('lock a');
// Each command is sent again on a new connection. The first request would be executed 1.8 s after it was sent.
$proxy->rule(['command' => 'EVALSHA', 'times' => 1, 'do' => 'ghost', 'ms' => 1800, 'stall' => true]);
$ask('expire');
$proxy->clear();
$sets = $redis->commandstats()['set'];
$proxy->rule(['command' => 'SET', 'times' => 1, 'do' => 'ghost', 'ms' => 1800]);
$ask('lock');
$ask('unlock');
Check::same(2, count(array_filter($proxy->log(), fn (array $seen): bool => $seen['did'] === 'ghost')), 'ghosts');
Check::same(2, $proxy->count('CLIENT KILL'), 'kills');

// During this time the last late request would reach the server.
usleep(2_300_000);
Check::same(0, $redis->call('EXISTS', 'lock:c'), 'no late SET');
Check::same(1, $redis->commandstats()['set'] - $sets, 'SETs executed');
Check::between(500_000, 600_000, $redis->call('PTTL', 'lock:a'), 'no late expire(5): PTTL');
$worker->tell('end');
$worker->finish();
echo 'done';
?>
--EXPECT--
done
