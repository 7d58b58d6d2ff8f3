--TEST--
Without a terminal, HUP, INT, QUIT, TERM, USR1 and USR2 to redis-lock reach the command and its children, once each, and TSTP and CONT stop and resume them
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('group');
$dir = new TempDir();
$tool = LockTool::run($server, $name, LockTool::php(LockTool::SAYS_SIGNALS, 'family'));
$both = static function (string $what) use ($tool): void {
    $said = explode("\n", trim($tool->reads("\n") . $tool->reads("\n")));
    sort($said);
    Check::same(["command $what", "grandchild $what"], $said, $what);
};
$both('ready');
foreach (['USR1', 'HUP', 'INT', 'QUIT', 'USR2', 'USR1'] as $signal) {
    $tool->signal(constant("SIG$signal"));
    $both($signal);
}
$pids = LockTool::group($tool->command());
Check::same(2, count($pids), 'the group is that of the command and has no tool in it');
// A user who sees the command stopped may let it go on before the tool itself has stopped.
for ($i = 0; $i < 20; $i++) {
    $tool->signal(SIGTSTP);
    foreach ($pids as $pid) {
        Check::eventually(static fn (): bool => LockTool::state($pid) === 'T', 30, "process $pid stops");
    }
    $tool->signal(SIGCONT);
    $both('CONT');
    foreach ($pids as $pid) {
        Check::true(LockTool::state($pid) !== 'T', "process $pid goes on");
    }
}
// What is stopped gets it too.
exec('kill -STOP ' . implode(' ', $pids));
Check::eventually(static fn (): bool => LockTool::state($pids[0]) === 'T', 30, 'stopped');
$tool->signal(SIGTERM);
$said = $tool->ends(7, 'the command ends by TERM in its own way');
Check::true(str_contains($said, "command TERM\n"), $said);
Check::eventually(static fn (): bool => array_filter($pids, LockTool::lives(...)) === [], 30, 'all have ended');
Check::same(0, $server->client()->call('EXISTS', "lock:$name"), 'the lock is free');
Check::same('', $tool->stderr(), 'stderr');
// The status of a command that has no handler.
foreach (['HUP', 'INT', 'QUIT', 'TERM', 'USR1', 'USR2'] as $signal) {
    $tool = LockTool::run($server, $name, LockTool::saysReady($dir));
    $tool->reads("ready\n");
    $tool->signal(constant("SIG$signal"));
    $tool->ends(128 + constant("SIG$signal"), $signal);
}
// A stop and a signal at once, which the tool may see in either order.
foreach (['HUP', 'INT', 'QUIT', 'TERM', 'HUP', 'INT', 'QUIT', 'TERM'] as $signal) {
    $tool = LockTool::run($server, $name, LockTool::saysReady($dir));
    $tool->reads("ready\n");
    $pid = $tool->command();
    exec("kill -STOP $pid");
    Check::eventually(static fn (): bool => LockTool::state($pid) === 'T', 30, 'stopped');
    $tool->signal(constant("SIG$signal"));
    $tool->ends(128 + constant("SIG$signal"), "$signal after a stop");
}
echo 'done';
?>
--EXPECT--
done
