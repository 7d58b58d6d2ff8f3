--TEST--
In a Cluster a forked child holds nothing of its parent, and its own locks work over connections of its own
--FILE--
<?php
$set = ClusterSet::shared();
$name = Check::unique('forked');
$worker = Worker::run(<<<'PHP'
    [, $config, $name] = $argv;
    $lock = new RedisMutexLock(unserialize($config));
    $all = static fn (string $whose): array => array_map(static fn (int $i): string => "$name-$whose-$i", range(1, 12));
    $lockAll = static fn (string $whose): bool => array_filter($all($whose), static fn (string $one): bool => !$lock->lock($one, 0, null)) === [];
    Tests\Check::true($lockAll('parent'), 'locks of the parent');
    $child = pcntl_fork();
    if ($child === 0) {
        $first = $all('parent')[0];
        Tests\Check::same([[], false, true], [$lock->held(), $lock->unlock($first), $lock->isLocked($first)], "the parent's locks in the child");
        Tests\Check::true($lockAll('child'), 'locks of the child');
        say('locked');
        hear();
        exit(0);
    }
    pcntl_waitpid($child, $status);
    Tests\Check::same(0, $status, "the child's status");
    foreach ($all('parent') as $one) {
        Tests\Check::true($lock->isLocking($one), 'the parent holds its lock');
    }
    say('ended');
    hear();
    PHP, [serialize($set->config(['name' => $name])), $name]);
$worker->expect('locked');
foreach ($set->masters() as $number => $master) {
    // Of the child, of the parent, and of the parent's thread; the child's thread may have begun already.
    $connections = array_filter($master->client()->clients(), static fn (array $client): bool => $client['name'] === $name);
    Check::between(2, 4, count($connections), "connections to master $number");
}
Check::same(24, count($set->keys("lock:$name*")), 'all locks');
$worker->tell('end');
$worker->expect('ended');
Check::same(12, count($set->keys("lock:$name-parent*")), "the parent's locks");
Check::same([], $set->keys("lock:$name-child*"), "the child's locks");
$worker->tell('end');
$worker->finish();
Check::same([], $set->keys("lock:$name*"), 'what is left');
echo 'done';
?>
--EXPECT--
done
