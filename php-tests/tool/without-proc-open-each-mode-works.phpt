--TEST--
Where php.ini disables proc_open, redis-lock runs a command and redraws the list in a terminal, because it needs setpriv and stty for comfort alone
--FILE--
<?php
$server = RedisServer::start();
$ini = ['disable_functions' => 'proc_open'];
Check::same("it ran\n", LockTool::run($server, 'a', ['echo', 'it ran'], ini: $ini)->ends(0, 'run'), 'output');
$tool = new LockTool(['list', "--url={$server->url()}", '--watch=0.1'], columns: 100, ini: $ini);
$tool->reads("\e[J");
Check::true(str_contains($tool->reads("\e[J"), "\e["), 'it redraws');
$tool->types("\x03");
Check::same(130, $tool->status(), 'Ctrl-C');
echo 'done';
?>
--EXPECT--
done
