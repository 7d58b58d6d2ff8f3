--TEST--
A signal ends the wait of redis-lock for the lock with 128 + n, the queue is empty after it, and the command does not run
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
foreach (['HUP', 'INT', 'QUIT', 'TERM', 'USR1'] as $signal) {
    $queue = new Queue($server, Check::unique('wait'));
    $redis->call('SET', $queue->lock, 'another', 'PX', 600_000);
    $tool = LockTool::run($server, $queue->name, ['echo', 'it ran'], ['--wait=600']);
    $queue->reaches(1);
    $tool->signal(constant("SIG$signal"));
    Check::same('', $tool->ends(128 + constant("SIG$signal"), $signal), "$signal: output");
    Check::same('', $tool->stderr(), "$signal: stderr");
    Check::same([], $queue->tokens(), "$signal: the queue");
    Check::same('another', $redis->call('GET', $queue->lock), "$signal: the holder");
}
echo 'done';
?>
--EXPECT--
done
