--TEST--
If Redis is away only when the command has ended, the status is that of the command, because the lock was valid until then, and a lost --keep is said
--FILE--
<?php
$server = RedisServer::start();
$tool = LockTool::run($server, 'a', ['sh', '-c', 'echo ready; read -r line; exit 3'], ['--lease=600']);
$tool->reads("ready\n");
$server->kill();
$tool->types("\n");
$tool->ends(3, 'Redis is away at the end');
Check::true(str_contains($tool->stderr(), 'ends by itself, because Redis could not be asked'), $tool->stderr());
$server->restart();
$tool = LockTool::run($server, 'b', ['sh', '-c', 'echo ready; read -r line; exit 3'], ['--lease=600', '--keep=500']);
$tool->reads("ready\n");
$server->kill();
$tool->types("\n");
$tool->ends(3, '--keep');
Check::true(str_contains($tool->stderr(), 'is not kept, and ends with its lease, because Redis could not be asked'), $tool->stderr());
echo 'done';
?>
--EXPECT--
done
