--TEST--
A wait over five servers that its timeout or a signal handler ends leaves no queue, no key and no owner, and the object works on
--FILE--
<?php
$set = QuorumSet::shared();
$name = Check::unique('left');
$lock = new RedisMutexLock($set->config());
Check::true($lock->lock($name, 0, 600), 'lock');
$token = $lock->token($name);
$set->agree($name, $token);
$code = <<<'PHP'
    [, $config, $name, $timeout] = $argv;
    $lock = new RedisMutexLock(unserialize($config));
    pcntl_async_signals(true);
    pcntl_signal(SIGTERM, static fn () => throw new Exception('by a handler'));
    say('waits');
    try {
        say($lock->lock($name, (float) $timeout) ? 'granted' : 'refused');
    } catch (Exception $exception) {
        say($exception->getMessage());
    }
    hear();
    say($lock->lock($name) ? 'granted' : 'refused');
    PHP;
foreach (['refused' => 1, 'by a handler' => 60] as $expected => $timeout) {
    $worker = Worker::run($code, [serialize($set->config()), $name, $timeout]);
    $worker->expect('waits');
    Check::eventually(static fn (): bool => $set->gate($name) !== null, 20, "$expected: it waits");
    $timeout === 60 && $worker->signal(SIGTERM);
    $worker->expect($expected, 30);
    Check::eventually(static fn (): bool => $set->keys("lock:$name*") === array_map(
        static fn (int $number): string => "$number lock:$name",
        range(0, 4),
    ), 10, "$expected: the lock alone is left");
    $set->agree($name, $token);
    Check::true($lock->unlock($name), "$expected: unlock");
    $worker->tell('go on');
    $worker->expect('granted', 20);
    $worker->finish();
    Check::true($lock->lock($name, 0, 600), "$expected: lock again");
    $token = $lock->token($name);
    $set->agree($name, $token);
}
Check::true($lock->unlock($name), 'unlock');
$set->vanishes("lock:$name*");
echo 'done';
?>
--EXPECT--
done
