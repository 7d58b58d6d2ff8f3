--TEST--
PHP and a server in different containers share a Unix socket: a user without the right to INFO kills no client, and a late request is executed
--SKIPIF--
<?php
require __DIR__ . '/../lib/autoload.php';

$refusal = Tests\Container::refusal();
echo $refusal === null ? '' : "skip $refusal";
?>
--FILE--
<?php
$server = RedisServer::start(['user' => ['mild on >s ~* +@all -info']]);
$redis = $server->client();
$proxy = Proxy::toSocket($server);
$worker = Worker::run(<<<'PHP'
    Tests\Container::enter();
    $login = ['username' => 'mild', 'password' => 's'];
    $lock = new RedisMutexLock(['path' => $argv[1], 'command_timeout' => 0.6, 'retry_for' => 60] + $login);
    say(var_export($lock->isLocked('a'), true));
    hear();
    Tests\Check::true($lock->lock('a', 0, 60), 'lock');
    say($lock->token('a'));
    hear();
    Tests\Check::true($lock->expire('a', 60) && $lock->isLocking('a') && $lock->unlock('a'), 'everything else works');
    say('unlocked');
    hear();
    PHP, [$proxy->socket]);
$worker->expect('false');
$proxy->rule(['command' => 'SET', 'times' => 1, 'do' => 'ghost', 'ms' => 2500, 'stall' => true]);
$worker->tell('lock');
$token = $worker->line();
Check::same($token, $redis->call('GET', 'lock:a'), 'owned');
$worker->tell('unlock');
$worker->expect('unlocked');
// The client cannot know whether it is still the same server, and an id alone may be another client's.
Check::same(0, $proxy->count('CLIENT KILL'), 'kills');
Check::eventually(static fn (): bool => $redis->call('GET', 'lock:a') === $token, 10, 'the late SET');
$worker->tell('end');
$worker->finish();
echo 'done';
?>
--EXPECT--
done
