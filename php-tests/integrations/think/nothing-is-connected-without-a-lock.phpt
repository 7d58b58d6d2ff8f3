--TEST--
An application without a single lock connects to nothing for it, and its requests end as before
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\Lock;
    use Tests\Check;

    $app->http->end(think\Response::create('ok'));
    Check::same(false, $app->exists(Lock::class), 'the end of a request makes no object');
    // Nobody listens on port 1.
    Check::true($app->make(Lock::class) instanceof Lock, 'the manager needs no server');
    $app->http->end(think\Response::create('ok'));
    Check::same(0, RedisMutexLock::stats()['connections_opened'], 'connections');
    say('done');
    PHP, ['lock' => ['connection' => ['host' => '127.0.0.1', 'port' => 1]]])->finish(60);
?>
--EXPECT--
done
