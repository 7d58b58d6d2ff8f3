--TEST--
If Redis is away at the end of a request, the answer still goes out: no exception, and the next request works
--FILE--
<?php
use Tests\Check;
use Tests\RedisServer;
use Tests\ThinkPhp;

$server = RedisServer::start();
$worker = ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;

    say(Lock::lock('order:42') ? 'locked' : 'refused');
    hear();
    $app->http->end(think\Response::create('ok'));
    say('ended');
    hear();
    say(Lock::lock('order:42') ? 'locked' : 'refused');
    PHP, ['lock' => ['connection' => ['host' => '127.0.0.1', 'port' => $server->plainPort]]]);
$worker->expect('locked', 60);
$server->stop();
$worker->tell('end the request');
$worker->expect('ended', 60);
$server->restart();
$worker->tell('the next request');
$worker->expect('locked', 60);
$worker->finish(60);
echo "done\n";
?>
--EXPECT--
done
