--TEST--
The classes of the articles do not release, lengthen or claim a lock that another process holds
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$compat = dirname(__DIR__, 2) . '/examples/compat';
$name = Check::unique('other');
// By class: how a process locks, the key of the lock, what another process tries, and the answers it gets.
$articles = [
    'StaticMutexLock' => [
        'StaticMutexLock::lock($name, 0, 60)',
        "lock:$name",
        '[StaticMutexLock::lock($name), StaticMutexLock::release($name)]',
        [false, null],
    ],
    'RedisLock' => [
        '($lock = new RedisLock())->lock($name, 0, 60)',
        "Lock:$name",
        '[($lock = new RedisLock())->lock($name), $lock->unlock($name), $lock->expire($name, 90), $lock->isLocking($name),
            $lock->unlockAll()]',
        [false, false, false, false, true],
    ],
    'Lock' => [
        'Lock::lock($name, "mine", 60)',
        $name,
        '[Lock::lock($name, "other", 60), Lock::unlock($name, "other")]',
        [false, false],
    ],
];
foreach ($articles as $class => [$lock, $key, $try, $answers]) {
    // The prefix is that of the article, whatever php.ini says.
    $run = static fn (string $expression): Worker => Worker::run(
        "[, \$file, \$name] = \$argv; require \$file; say(json_encode($expression)); hear();",
        ["$compat/$class.php", $name],
        ini: ['redis_mutex_lock.url' => $server->url(), 'redis_mutex_lock.lock_prefix' => 'of-no-use:'],
    );
    $holder = $run($lock);
    $holder->expect('true');
    $owner = $redis->call('GET', $key);
    $other = $run($try);
    Check::same($answers, json_decode($other->line()), "$class: answers to the other process");
    $other->tell('end');
    $other->finish();
    Check::same($owner, $redis->call('GET', $key), "$class: owner after the other process has ended");
    Check::between(1, 60_000, $redis->call('PTTL', $key), "$class: lifetime");
    $holder->tell('end');
    $holder->finish();
    $redis->call('DEL', $key);
}
echo "done\n";
?>
--EXPECT--
done
