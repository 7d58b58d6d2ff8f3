--TEST--
command_timeout is the deadline of a command; a framework's read_timeout stands for it, its zeros mean nothing
--FILE--
<?php
$redis = RedisServer::start();
$server = ['host' => '127.0.0.1', 'port' => $redis->port];
$least = [
    '0.3 of its own' => [$server + ['command_timeout' => '0.3'], 0.3],
    '0.4 of the framework' => [$server + ['read_timeout' => 0.4], 0.4],
    'both: its own' => [$server + ['read_timeout' => 20, 'command_timeout' => 0.3], 0.3],
    'a long timeout for connecting' => [$server + ['timeout' => 20, 'command_timeout' => 0.3], 0.3],
    'in a URL' => ["redis://127.0.0.1:$redis->port?command_timeout=0.3", 0.3],
    'zeros of a framework: the default' => [$server + ['timeout' => 0, 'read_timeout' => '0'], 1.0],
    'nothing: the default' => [$server, 1.0],
];
$locks = [];
foreach ($least as $what => [$config]) {
    $locks[$what] = new RedisMutexLock($config);
    Check::eventually(static function () use ($locks, $what): bool {
        try {
            return !$locks[$what]->isLocked('x');
        } catch (RedisMutexLockUnavailableException) {
            return false;
        }
    }, 10, "$what: works");
}
$redis->pause();
foreach ($least as $what => [, $seconds]) {
    $began = hrtime(true);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $locks[$what]->isLocked('x'));
    $took = (hrtime(true) - $began) / 1e9;
    // A lost reply is asked for again: two deadlines.
    Check::between($seconds, 2 * $seconds + 5, $took, $what);
}
$redis->resume();

echo "done\n";
--EXPECT--
done
