--TEST--
Locks in static variables, static properties, constants, closures and suspended generators are released at the end
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$places = [
    'static variable' => 'function f($lock) { static $kept; $kept = $lock; } f($lock);',
    'static property' => 'class A { static $kept; } A::$kept = $lock;',
    'constant' => 'define("KEPT", $lock);',
    'closure in a static property' => 'class A { static $kept; } A::$kept = fn () => $lock;',
    'suspended generator' => 'class A { static $kept; } A::$kept = (function () use ($lock) { try { yield; } finally {} })(); A::$kept->current();',
    'suspended fiber' => 'class A { static $kept; } A::$kept = new Fiber(function () use ($lock) { Fiber::suspend(); }); A::$kept->start();',
    'shutdown function' => 'register_shutdown_function(function () use ($lock) {});',
    'error handler' => 'set_error_handler(function () use ($lock) {});',
    'signal handler' => 'pcntl_signal(SIGUSR1, function () use ($lock) {});',
    'output buffer' => 'ob_start(function ($text) use ($lock) { return $text; });',
    'stream context' => 'stream_context_set_default(["x" => ["lock" => $lock]]);',
];
foreach ($places as $place => $code) {
    $name = Check::unique('static');
    $worker = Worker::run('$lock = new RedisMutexLock($argv[1]);
        Tests\Check::true($lock->lock($argv[2], 0, 600), "lock");
        ' . $code . '
        unset($lock);
        say("held");
        hear();', [$redis->url(), $name]);
    $worker->expect('held');
    Check::same(1, $client->call('EXISTS', "lock:$name"), "$place: key before");
    $worker->tell('end');
    $worker->finish();
    Check::same(0, $client->call('EXISTS', "lock:$name"), "$place: key after");
}

echo "done\n";
--EXPECT--
done
