--TEST--
Http::end releases what a request forgot, and each request has an object of its own: after 500 requests no lock is left
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;
    use Tests\Check;
    use Tests\RedisServer;

    $redis = RedisServer::shared()->client();
    $name = Check::unique('forgotten');
    $handler = static function (RedisMutexLock $lock, string $name, bool $renewed): RedisMutexLock {
        Check::true($lock->lock($name, 0, $renewed ? null : 600), 'the request gets the lock');

        return $lock;
    };
    $kept = [];
    for ($request = 0; $request < 500; $request++) {
        $lock = $app->invokeFunction($handler, ['name' => "$name:$request", 'renewed' => $request % 2 === 0]);
        // A service that lives on keeps its reference to the object.
        $kept[$request % 3] = $lock;
        $app->http->end(think\Response::create('ok'));
        Check::same([], $lock->held(), 'the object of the request holds nothing');
        Check::true(Lock::native() !== $lock, 'the next request has another object');
    }
    foreach (range(0, 499) as $request) {
        Check::same(0, $redis->call('EXISTS', "lock:$name:$request"), "the lock of request $request");
    }
    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
