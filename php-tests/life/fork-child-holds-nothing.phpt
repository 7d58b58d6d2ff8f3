--TEST--
A forked child holds none of its parent's locks: it can neither see them as its own nor release them
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('fork');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $lock = new RedisMutexLock(['url' => $url, 'fencing' => true]);
    Tests\Check::true($lock->lock($name, 0, 600), 'lock');
    $token = $lock->token($name);
    $pid = pcntl_fork();
    if ($pid === 0) {
        Tests\Check::same(
            [false, [], null, null, null, null],
            [$lock->isLocking($name), $lock->held(), $lock->token($name), $lock->remaining($name),
                $lock->fence($name), $lock->detach($name)],
            'what the child holds',
        );
        Tests\Check::same([false, false, true, false], [
            $lock->unlock($name), $lock->release($name), $lock->unlockAll(), $lock->expire($name, 1),
        ], 'what the child can do to it');
        // For the child it is the lock of another holder.
        Tests\Check::same([true, $token, false], [
            $lock->isLocked($name), $lock->owner($name), $lock->lock($name, 0, 600),
        ], 'what the child sees');
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    Tests\Check::same(0, $status, "the child's status");
    Tests\Check::same([true, $token, [$name]], [$lock->isLocking($name), $lock->token($name), $lock->held()], 'the parent');
    Tests\Check::true($lock->remaining($name) > 500, 'its lifetime is untouched');
    Tests\Check::true($lock->unlock($name), 'the parent releases');
    PHP, [$redis->url(), $name]);
$worker->finish(30);
Check::same(0, $client->call('EXISTS', "lock:$name"), 'released by the parent');

echo "done\n";
--EXPECT--
done
