--TEST--
remember() that finds the server of locks away goes on when it is back within retry_for
--FILE--
<?php
use Tests\Check;
use Tests\RedisServer;
use Tests\ThinkPhp;

$server = RedisServer::start();
$worker = ThinkPhp::run(<<<'PHP'
    say('ready');
    hear();
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, static fn () => say('it waits'));
    pcntl_alarm(1);
    try {
        say(RedisMutexLock\Think\facade\Lock::remember($argv[2], static fn (): string => 'made', 60, 60));
    } catch (Throwable $thrown) {
        say($thrown::class . ': ' . $thrown->getMessage());
    }
    PHP, ['lock' => ['connection' => ['host' => '127.0.0.1', 'port' => $server->plainPort], 'retry_for' => 60]], [Check::unique('stats')]);
$worker->expect('ready', 60);
$server->stop();
$worker->tell('go');
$worker->expect('it waits', 60);
$server->restart();
$worker->expect('made', 60);
$worker->finish(60);
echo "done\n";
?>
--EXPECT--
done
