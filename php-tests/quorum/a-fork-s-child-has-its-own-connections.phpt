--TEST--
Over five servers a forked child holds nothing of its parent, its own locks work over connections of its own, and its end leaves the parent's lock
--FILE--
<?php
$set = QuorumSet::shared();
$name = Check::unique('forked');
$connections = static fn (): array => array_map(static fn (RedisClient $client): int => count(array_filter(
    $client->clients(),
    static fn (array $one): bool => $one['name'] === $name,
)), $set->clients());
$worker = Worker::run(<<<'PHP'
    [, $config, $name] = $argv;
    $lock = new RedisMutexLock(unserialize($config));
    Tests\Check::true($lock->lock("$name-parent", 0, 600), 'lock of the parent');
    $child = pcntl_fork();
    if ($child === 0) {
        Tests\Check::same([[], false], [$lock->held(), $lock->unlock("$name-parent")], "the parent's lock in the child");
        Tests\Check::same(false, $lock->lock("$name-parent"), 'it is held');
        Tests\Check::true($lock->lock("$name-child", 0, 600), 'lock of the child');
        say('locked');
        hear();
        exit(0);
    }
    pcntl_waitpid($child, $status);
    Tests\Check::same(0, $status, "the child's status");
    Tests\Check::true($lock->isLocking("$name-parent"), 'the parent holds its lock');
    say('ended');
    hear();
    PHP, [serialize($set->config(['name' => $name])), $name]);
$worker->expect('locked', 20);
Check::same([2, 2, 2, 2, 2], $connections(), 'connections');
Check::eventually(static fn (): bool => count($set->keys("lock:$name*")) === 10, 10, 'both locks are everywhere');
$worker->tell('end');
$worker->expect('ended', 20);
Check::eventually(static fn (): bool => count($set->keys("lock:$name*")) === 5, 10, "the parent's lock is left");
Check::same(5, count($set->keys("lock:$name-parent")), 'it is everywhere');
$worker->tell('end');
$worker->finish();
$set->vanishes("lock:$name*");
echo 'done';
?>
--EXPECT--
done
