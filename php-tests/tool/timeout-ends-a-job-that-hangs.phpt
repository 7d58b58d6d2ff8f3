--TEST--
A job that hangs and ignores TERM is ended by timeout -k in front of it, with the status 137, and the lock is free at once
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('hangs');
$hangs = ['timeout', '-k', '0.2', '0.5', 'sh', '-c', 'trap "" TERM; echo ready; while :; do sleep 0.1; done'];
$tool = LockTool::run($server, $name, $hangs, ['--lease=600']);
Check::same("ready\n", $tool->ends(137, 'a job that hangs'), 'output');
Check::same(0, $server->client()->call('EXISTS', "lock:$name"), 'the lock is free');
echo 'done';
?>
--EXPECT--
done
