--TEST--
In a Cluster a master that hangs costs only its own names: a lock elsewhere, unlockAll and the end of a process do their work at the others at once
--FILE--
<?php
$set = ClusterSet::start();
$masters = $set->masters();
$lost = $masters[1];
$config = $set->config(['command_timeout' => 4]);
$lock = new RedisMutexLock($config);
$names = [];
for ($i = 0; $i < 30; $i++) {
    $names[] = $set->name("all-$i", $masters[$i % 3]);
    Check::true($lock->lock($names[$i], 0, 60), 'lock');
}
$worker = Worker::run(<<<'PHP'
    [, $config, $names] = $argv;
    $lock = new RedisMutexLock(unserialize($config));
    foreach (explode(' ', $names) as $name) {
        Tests\Check::true($lock->lock($name, 0, null), 'lock');
    }
    say('locked');
    hear();
    PHP, [serialize($config), implode(' ', array_map(static fn ($master): string => $set->name('end', $master), $masters))]);
$worker->expect('locked');

$lost->pause();
$seconds = static function (callable $call): float {
    $began = hrtime(true);
    $call();

    return (hrtime(true) - $began) / 1e9;
};
$free = $set->name('other', $masters[0]);
// A pair that asked the master that hangs would take one command timeout at least.
Check::between(0, 3.9, $seconds(fn () => Check::true($lock->lock($free) && $lock->unlock($free), 'lock at another master')), 'seconds of a pair at another master');
$message = '';
$took = $seconds(function () use ($lock, &$message, $set, $lost): void {
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($set->name('hung', $lost)))->getMessage();
});
Check::between(0, 2 * 4 + 3, $took, 'seconds of a lock at the master that hangs');
Check::true(str_contains($message, "127.0.0.1:$lost->port"), "it names the master: $message");

$left = static function (string $pattern) use ($masters): int {
    return count($masters[0]->client()->call('KEYS', $pattern)) + count($masters[2]->client()->call('KEYS', $pattern));
};
Check::same(20, $left('lock:all-*'), 'locks at the other masters');
$took = $seconds(function () use ($lock, &$message): void {
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->unlockAll())->getMessage();
});
Check::between(0, 2 * 4 + 3, $took, 'seconds of unlockAll');
Check::true(str_contains($message, "127.0.0.1:$lost->port"), "unlockAll names the master: $message");
Check::same(0, $left('lock:all-*'), 'what unlockAll leaves at the other masters');

Check::same(2, $left('lock:end-*'), 'locks of the process at the other masters');
$worker->tell('end');
Check::eventually(static fn (): bool => $left('lock:end-*') === 0, 10, 'the end of the process frees them');
Check::between(0, 2 * 4 + 1, $seconds(fn () => $worker->finish()), 'seconds until the process is gone');
$lost->resume();
Check::same([], $lock->held(), 'none counts as held');
Check::true($lock->unlockAll(), 'what could not be released then is now');
Check::same([], preg_grep('/^lock:all-/', $set->keys()), 'what is left');
echo 'done';
?>
--EXPECT--
done
