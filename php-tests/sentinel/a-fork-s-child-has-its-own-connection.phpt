--TEST--
Behind Sentinel a forked child holds nothing of its parent, and its own locks work over a connection of its own
--FILE--
<?php
$set = SentinelSet::shared();
$name = Check::unique('forked');
$connections = static fn (): array => array_values(array_filter(
    array_column($set->master()->client()->clients(), 'name', 'id'),
    static fn (string $client): bool => $client === $name,
));
$worker = Worker::run(<<<'PHP'
    [, $config, $name] = $argv;
    $lock = new RedisMutexLock(unserialize($config));
    Tests\Check::true($lock->lock("$name-parent", 0, null), 'lock of the parent');
    $child = pcntl_fork();
    if ($child === 0) {
        Tests\Check::same([[], false], [$lock->held(), $lock->unlock("$name-parent")], "the parent's lock in the child");
        Tests\Check::true($lock->lock("$name-child", 0, null), 'lock of the child');
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
$worker->expect('locked');
Check::same(2, count($connections()), 'connections');
Check::same(["lock:$name-child", "lock:$name-parent"], $set->keys("lock:$name*"), 'both locks');
$worker->tell('end');
$worker->expect('ended');
Check::same(["lock:$name-parent"], $set->keys("lock:$name*"), "the parent's lock");
$worker->tell('end');
$worker->finish();
Check::same([], $set->keys("lock:$name*"), 'what is left');
echo 'done';
?>
--EXPECT--
done
