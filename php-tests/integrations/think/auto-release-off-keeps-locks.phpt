--TEST--
With 'auto_release' => false a lock lives on after the end of the request until its lifetime is over
--FILE--
<?php
use Tests\Check;
use Tests\RedisServer;
use Tests\ThinkPhp;

$name = Check::unique('kept');
ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;

    Lock::lock($argv[2], expire: 600);
    $first = Lock::native();
    $app->http->end(think\Response::create('ok'));
    Tests\Check::true($first !== Lock::native(), 'the next request has another object');
    PHP, ['lock' => ['auto_release' => false]], [$name])->finish(60);
$redis = RedisServer::shared()->client();
Check::between(1, 600, $redis->call('TTL', "lock:$name"), 'the lifetime after the process');
$redis->call('DEL', "lock:$name");
echo "done\n";
?>
--EXPECT--
done
