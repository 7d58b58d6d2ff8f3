--TEST--
With a terminal on stdin, the command gets each signal once: from the keyboard, from a shell for the whole group, and from kill for redis-lock alone
--FILE--
<?php
$server = RedisServer::shared();
[$tool, $pid] = LockTool::inTerminal($server, LockTool::php(LockTool::SAYS_SIGNALS));
$tool->reads("command ready\r\n");
Check::true(in_array($tool->command($pid), LockTool::group($pid), true), 'one group');
for ($i = 0; $i < 3; $i++) {
    // Each answer shows that the one before came once.
    foreach (["\x03" => 'INT', "\x1c" => 'QUIT'] as $key => $signal) {
        $tool->types($key);
        $tool->hears($signal);
    }
    foreach (['USR1', 'HUP', 'USR2', 'INT', 'QUIT'] as $signal) {
        exec("kill -$signal $pid");
        $tool->hears($signal);
        exec("kill -s $signal -- -$pid");
        $tool->hears($signal);
    }
    // The kernel keeps no second signal of a kind, so the next round begins when the tool has taken all. It takes CONT last.
    exec("kill -CONT $pid");
    $tool->hears('CONT');
}
exec("kill -s TERM -- -$pid");
$tool->hears('TERM');
$tool->ends(7, 'TERM');
Check::same('', $tool->output, 'nothing more');
Check::eventually(static fn (): bool => LockTool::group($pid) === [], 30, 'the end of all processes');
// The process that tells group signals apart ends with a tool that is killed.
[$tool, $pid] = LockTool::inTerminal($server, ['sh', '-c', 'echo ready; exec sleep 300']);
$tool->reads("ready\r\n");
Check::eventually(static fn (): bool => count(LockTool::group($pid)) === 3, 30, 'tool, command and that process');
exec("kill -KILL $pid");
Check::eventually(static fn (): bool => LockTool::group($pid) === [], 30, 'the end of all processes of a killed tool');
echo 'done';
?>
--EXPECT--
done
