--TEST--
With `servers` the locks of the facade, of remember() and of the commands are on a quorum, of which one server may be away
--FILE--
<?php
use Tests\Check;
use Tests\QuorumSet;
use Tests\ThinkPhp;

$set = QuorumSet::start(3);
$stores = [];
foreach (['locks-a', 'locks-b', 'locks-c'] as $number => $store) {
    $stores[$store] = ['type' => 'redis', 'host' => '127.0.0.1', 'port' => $set->servers()[$number]->plainPort, 'password' => '', 'select' => 2];
}
$config = [
    'cache' => ['stores' => $stores],
    'lock' => ['servers' => 'locks-a,locks-b,locks-c', 'command_timeout' => 10, 'fencing' => true],
];
$console = static function (int $code, string ...$tokens) use (&$config): string {
    $worker = ThinkPhp::console($tokens, $config);
    Check::same($code, $worker->wait(60), "exit status\n{$worker->stderr()}");

    return $worker->rest();
};

$holder = ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;
    use Tests\Check;
    use Tests\RedisServer;

    $name = $argv[2];
    Check::same(3, Lock::quorumServers(), 'servers');
    Check::same(true, Lock::lock($name, expire: 60), 'a lock');
    Check::same(0, RedisServer::shared()->client()->call('EXISTS', "lock:$name"), 'nothing on the server of the store');
    say('holds');
    hear();
    Check::same([true, true], [Lock::isLocking($name), Lock::fence($name) > 0], 'without a server');
    $value = $app->cache->remember("value:$name", fn (): string => Lock::isLocked("remember:value:$name") ? 'made' : 'made without a lock', 60);
    Check::same('made', $value, 'remember()');
    Check::same('made', $app->cache->store('stock')->get("value:$name"), 'the value is on the server of the cache');
    $app->cache->delete("value:$name");
    say('waits');
    hear();
    Check::same(true, Lock::unlock($name), 'unlock');
    say('done');
    PHP, $config, [$name = Check::unique('order')]);
$holder->expect('holds', 60);
$set->kill(0);
$holder->tell('go on');
$holder->expect('waits', 60);

$list = $console(0, 'lock:list');
Check::same(1, preg_match("/\| $name +\|.*\n3 servers, 2 needed\.\n/s", $list), "lock:list shows\n$list");
$waiter = ThinkPhp::run(<<<'PHP'
    say(RedisMutexLock\Think\facade\Lock::lock($argv[2], 60, 60) ? 'granted' : 'refused');
    hear();
    PHP, $config, [$name]);
Check::eventually(static fn (): bool => preg_match("/\| $name +\| [0-9.]+ s +\| 1 +\|/", $console(0, 'lock:list', $name)) === 1, 60, 'a waiting process');
$holder->tell('release');
$waiter->expect('granted', 60);
$holder->finish(60);
Check::same(true, str_contains($console(0, 'lock:release', $name, '-f'), "Released [$name]."), 'lock:release');
Check::same(true, str_contains($console(1, 'lock:release', $name, '-f'), "[$name] is not locked."), 'a free name');
Check::same("No locks are held.\n3 servers, 2 needed.\n", $console(0, 'lock:list'), 'without a lock');
$waiter->tell('end');
$waiter->wait(60);

// What the class refuses.
$config['lock']['servers'] = ['locks-a', 'locks-b'];
Check::same(true, str_contains($console(1, 'lock:list'), '"servers" must name an odd number of servers from 3 to 15, 2 given'), 'two servers');
echo "done\n";
?>
--EXPECT--
done
