--TEST--
The end of an object and of a request reads the answers that are owed and makes up for lost releases, within half a second
--FILE--
<?php
$server = RedisServer::shared();
$ends = [
    'the object dies' => '$unlock(); unset($lock, $unlock); say("dead"); hear();',
    'the script ends' => '$unlock();',
    'exit' => '$unlock(); exit(0);',
    'a destructor unlocks' => '$last = new class ($unlock) { function __construct(public $unlock) {}
        function __destruct() { ($this->unlock)(); } }; unset($lock, $unlock);',
    'a shutdown function unlocks' => 'register_shutdown_function($unlock);',
    'a static keeps it' => 'final class A { static $kept; } A::$kept = $lock; $unlock();',
];
$cases = [];
foreach ($ends as $end => $code) {
    foreach (Ahead::WAYS as $way => $rule) {
        $cases["$end, $way"] = [$code, $rule];
    }
}
Together::each($cases, function (array $case, string $what) use ($server): void {
    [$code, $rule] = $case;
    [$redis, $proxy, $name] = [$server->client(), Proxy::to($server), Check::unique('name')];
    $left = null;
    // Half of the half second goes to a silent connection. On a busy machine the other half may be too short to open a new one.
    for ($try = 0; $left !== 0 && $try < 4; $try++) {
        $worker = Worker::run('[, $config, $name] = $argv;
            $lock = new RedisMutexLock(unserialize($config));
            for ($i = 0; $i < 3; $i++) {
                Tests\Check::true($lock->lock($name, 0, 60) && $lock->unlock($name), "a pair");
            }
            Tests\Check::same(false, $lock->isLocked($name), "after them");
            Tests\Check::true($lock->lock($name, 0, 60), "lock");
            say("locked");
            hear();
            $unlock = fn () => Tests\Check::true($lock->unlock($name), "unlock");
            ' . $code, [serialize($proxy->config() + ['await_release' => false, 'command_timeout' => 20]), $name .= 'x']);
        $worker->expect('locked', 20);
        $proxy->rule(['command' => 'EVALSHA', 'times' => 1] + $rule);
        $worker->tell('go');
        if (str_contains($code, 'dead')) {
            $worker->expect('dead', 15);
            $left = $redis->call('EXISTS', "lock:$name");
            $worker->tell('end');
        }
        $worker->finish(15);
        $left ??= $redis->call('EXISTS', "lock:$name");
        Check::true($left === 0 || in_array($rule['do'], ['stall', 'answer'], true), "$what: nothing is left");
        $left = $left === 0 ? 0 : null;
        $proxy->clear();
    }
    Check::same(0, $left, "$what: nothing is left");
}, most: 4);
echo "done\n";
?>
--EXPECT--
done
