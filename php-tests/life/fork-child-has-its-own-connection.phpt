--TEST--
A forked child's own locks work at once over a connection of its own; the parent goes on over its old one
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('own');
$ids = fn (): array => array_map(
    fn (array $one): int => (int) $one['id'],
    array_values(array_filter($client->clients(), fn (array $one): bool => $one['name'] === $name)),
);
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $lock = new RedisMutexLock(['url' => $url, 'name' => $name]);
    Tests\Check::true($lock->lock("$name-parent", 0, 600), 'lock of the parent');
    say('parent');
    hear();
    $pid = pcntl_fork();
    if ($pid === 0) {
        say('child without a command');
        hear();
        Tests\Check::true($lock->lock("$name-child", 0, 600), 'lock of the child');
        Tests\Check::same([true, ["$name-child"]], [$lock->isLocking("$name-child"), $lock->held()], 'in the child');
        $new = new RedisMutexLock(['url' => $url, 'name' => $name]);
        Tests\Check::same([false, true], [$new->lock("$name-child"), $new->lock("$name-new")], 'a new object');
        say('child with a lock');
        hear();
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    Tests\Check::same(0, $status, "the child's status");
    for ($i = 0; $i < 100; $i++) {
        Tests\Check::same([true, true, true], [
            $lock->isLocking("$name-parent"), $lock->lock("$name-$i", 0, 60), $lock->unlock("$name-$i"),
        ], 'the parent goes on');
    }
    say('parent again');
    hear();
    PHP, [$redis->url(), $name]);
$worker->expect('parent');
$before = $ids();
Check::same(1, count($before), 'one connection before the fork');
$worker->tell('fork');
$worker->expect('child without a command');
Check::same($before, $ids(), 'a fork alone opens and closes none');
$worker->tell('lock');
$worker->expect('child with a lock');
$both = $ids();
Check::same(2, count($both), 'both have one');
Check::same($before, array_values(array_intersect($both, $before)), "the parent's is among them");
Check::same(2, $client->call('EXISTS', "lock:$name-parent", "lock:$name-child"), 'both locks');
$worker->tell('end');
$worker->expect('parent again');
Check::same($before, $ids(), "the parent's old connection");
Check::same(['lock:' . $name . '-parent'], $client->call('KEYS', "lock:$name*"), "the child's locks went with it");
$worker->tell('end');
$worker->finish();
Check::same([], $client->call('KEYS', "lock:$name*"), "the parent's lock too");

echo "done\n";
--EXPECT--
done
