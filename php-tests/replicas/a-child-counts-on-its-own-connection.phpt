--TEST--
After a fork the child's locks are on the replica too, and its parent's stay the parent's
--FILE--
<?php
$pair = new Replication();
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(unserialize($argv[1]));
    $lock->lock('parent', 0, 600);
    $child = pcntl_fork();
    if ($child === 0) {
        $lock->lock('child', 5, 600);
        say((string) $lock->detach('child'));
        exit(0);
    }
    pcntl_waitpid($child, $status);
    say((string) $status);
    say((string) $lock->lock('later', 5, 600));
    say((string) $lock->detach('parent'));
    PHP, [serialize($pair->config())], [], [], ['pcntl', 'posix']);
$token = $worker->line(30);
Check::same($token, $pair->copy('lock:child'), "the child's lock at the replica");
$worker->expect('0', 30);
$worker->expect('1', 30);
Check::same($worker->line(30), $pair->copy('lock:parent'), "the parent's lock at the replica");
$worker->finish();
echo 'done';
?>
--EXPECT--
done
