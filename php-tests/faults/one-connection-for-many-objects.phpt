--TEST--
The first command connects; all objects of one configuration share the connection; another database or name has its own
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$clients = fn (): array => array_values(array_filter(
    $redis->clients(),
    fn (array $client): bool => $client['id'] !== (string) $redis->call('CLIENT', 'ID'),
));
$code = <<<'PHP'
    $config = ['url' => $argv[1], 'name' => 'shop'];
    $many = [];
    for ($i = 0; $i < 50; $i++) {
        $many[] = new RedisMutexLock($config + ['lock_prefix' => "p$i:", 'fencing' => $i % 2 === 1]);
    }
    // Questions without a command and refused calls connect to nothing.
    foreach ($many as $lock) {
        $lock->held(); $lock->token('a'); $lock->remaining('a'); $lock->fence('a'); $lock->detach('a');
        $lock->unlock('a'); $lock->unlockAll(); $lock->isLocking('a'); $lock->expire('a', 5); RedisMutexLock::generateToken();
        try { $lock->lock(''); } catch (ValueError) {}
        try { $lock->lock('a', -1); } catch (ValueError) {}
    }
    say('made');
    hear();
    foreach ($many as $lock) {
        $lock->lock('a') && $lock->isLocked('b') || $lock->expire('a', 60) && $lock->unlock('a') || throw new Exception('failed');
    }
    say('used');
    hear();
    $db = new RedisMutexLock(['url' => $argv[2], 'name' => 'shop']);
    $db->lock('a') && $db->isLocking('a') || throw new Exception('failed');
    $named = new RedisMutexLock(['name' => 'other'] + $config);
    $named->isLocked('a');
    $many[0]->isLocked('a');
    say('more');
    hear();
    unset($many, $lock);
    for ($i = 0; $i < 50; $i++) {
        (new RedisMutexLock($config))->isLocked('a');
    }
    say('again');
    hear();
    PHP;
$worker = Worker::run($code, [$server->url(), $server->url(5)]);
$worker->expect('made');
Check::same([], $clients(), 'connections before the first command');
$worker->tell('use');
$worker->expect('used');
$all = $clients();
Check::same(['shop'], array_column($all, 'name'), 'connections of 50 objects, by CLIENT SETNAME');
Check::same(['0'], array_column($all, 'db'), 'its database');
$first = $all[0]['id'];
$worker->tell('more');
$worker->expect('more');
$all = array_map(fn (array $client): string => "{$client['name']} {$client['db']}", $clients());
sort($all);
Check::same(['other 0', 'shop 0', 'shop 5'], $all, 'one for each configuration');
Check::same(1, $redis->call('SELECT', 5) === 'OK' ? $redis->call('EXISTS', 'lock:a') : 0, 'the lock is in its own database');
$worker->tell('again');
$worker->expect('again');
$ids = array_column($clients(), 'id');
Check::same(3, count($ids), 'objects come and go, connections stay');
Check::true(in_array($first, $ids, true), 'the very first one');
$worker->tell('end');
$worker->finish();
Check::eventually(fn () => $clients() === [], 5, 'gone with the process');
echo "done\n";
?>
--EXPECT--
done
