--TEST--
A command that leaves a process in the background ends the lock, and the process goes on without a signal
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('background');
$tool = LockTool::run($server, $name, ['sh', '-c', 'sleep 300 >/dev/null 2>&1 & echo $!']);
$pid = (int) $tool->ends(0, 'the command');
Check::same(0, $server->client()->call('EXISTS', "lock:$name"), 'the lock is free');
Check::true($pid > 1 && LockTool::lives($pid), 'the process goes on');
exec("kill -KILL $pid");
echo 'done';
?>
--EXPECT--
done
