--TEST--
A signal that comes while Redis hangs ends the wait for the lock with 128 + n too, and without a sentence
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'a');
$server->client()->call('SET', $queue->lock, 'another', 'PX', 600_000);
// With such a long time, only the signal ends the wait.
$tool = new LockTool(['run', 'a', "--url={$server->url(0, retry_for: 600)}", '--wait=600', '--', 'echo', 'it ran']);
$queue->reaches(1);
$server->pause();
$tool->signal(SIGTERM);
Check::same('', $tool->ends(143, 'the wait'), 'output');
Check::same('', $tool->stderr(), 'stderr');
$server->resume();
echo 'done';
?>
--EXPECT--
done
