--TEST--
Redis 6.2 puts words of its own before an error inside a script: a wait goes on when it is trouble that heals
--FILE--
<?php
$server = RedisServer::shared();
$proxy = Proxy::to($server);
$troubles = [
    "OOM command not allowed when used memory > 'maxmemory'.",
    'NOREPLICAS Not enough good replicas to write.',
    "READONLY You can't write against a read only replica.",
    'MISCONF Redis is configured to save RDB snapshots, but it is currently not able to persist on disk.',
];
$call = '(call to f_e42b219adb530be371a041bd9852ac32a854e14e)';

$code = <<<'PHP'
    [, $url, $fencing] = $argv;
    $lock = new RedisMutexLock(['url' => $url, 'fencing' => $fencing === '1', 'command_timeout' => 5, 'retry_for' => 60]);
    while (($name = hear()) !== 'end') {
        try {
            say($lock->lock($name, 60, 60) && $lock->unlock($name) ? 'granted and released' : 'refused');
        } catch (RedisMutexLockException $exception) {
            say($exception->getMessage());
        }
    }
    PHP;
foreach (['joining the queue' => '0', 'the first attempt' => '1'] as $what => $fencing) {
    // With fencing the first attempt is a script. Without it a script runs only while the lock is held.
    $worker = Worker::run($code, [$proxy->url(), $fencing]);
    foreach ($troubles as $words) {
        $name = Check::unique('wrapped');
        $holder = new RedisMutexLock($server->url());
        $fencing === '1' || Check::true($holder->lock($name, 0, 600), 'held');
        $seen = $proxy->count('EVAL*');
        // The words of 6.2.14.
        $wrapped = "-ERR Error running script $call: @user_script:71: @user_script: 71: -$words\r\n";
        $proxy->rule(['command' => 'EVAL*', 'do' => 'answer', 'bytes' => $wrapped]);
        $worker->tell($name);
        Check::eventually(
            static fn (): bool => $proxy->count('EVAL*') >= $seen + 3 || $worker->spoke(),
            20,
            "$what, $words: it asks again",
        );
        Check::same(false, $worker->spoke() ? $worker->line() : false, "$what, $words: an answer in spite of it");
        $proxy->clear();
        $fencing === '1' || Check::true($holder->unlock($name), 'released');
        $worker->expect('granted and released');
    }
    $worker->tell('end');
    $worker->finish();
}
echo 'done';
?>
--EXPECT--
done
