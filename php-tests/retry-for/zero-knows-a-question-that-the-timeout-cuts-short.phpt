--TEST--
With retry_for 0 a question that the timeout cuts short is no trouble: it is asked once more, and lock is false
--FILE--
<?php
$server = RedisServer::shared();
foreach (['SET', 'EVAL*'] as $command) {
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($name = Check::unique('a'), 0, 600), "$command: held");
    // The server knows the script from here on, so a question is sent once. A wait for the same lock would begin
    // without SET afterwards.
    Check::true($holder->lock($other = Check::unique('b'), 0, 600), "$command: another lock");
    @(new RedisMutexLock($server->url()))->lock($other, 0.01);
    $proxy = Proxy::to($server, ['command' => $command, 'nth' => 1, 'do' => 'delayReply', 'ms' => 60_000]);
    $lock = new RedisMutexLock(['url' => $proxy->url(), 'retry_for' => 0, 'command_timeout' => 50]);
    Check::same(false, $lock->lock($name, 0.2), $command);
    Check::same(2, $proxy->accepted(), "$command: connections");
}
echo "done\n";
?>
--EXPECT--
done
