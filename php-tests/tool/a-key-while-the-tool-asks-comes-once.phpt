--TEST--
A key that is pressed while redis-lock still asks about a signal of the same kind reaches the command once
--FILE--
<?php
$server = RedisServer::shared();
[$tool, $pid] = LockTool::inTerminal($server, LockTool::php(LockTool::SAYS_SIGNALS));
$tool->reads("command ready\r\n");
// This one passes through the tool, so its process that tells group signals apart is there afterwards.
exec("kill -USR1 $pid");
$tool->hears('USR1');
$others = array_diff(LockTool::group($pid), [$pid, $tool->command($pid)]);
Check::same(1, count($others), 'one process more');
$witness = (int) reset($others);
$pending = static fn (): int => (int) hexdec(preg_match('/^ShdPnd:\s*(\w+)$/m', file_get_contents("/proc/$pid/status"), $found) === 1 ? $found[1] : 'f');
// The tool waits 3 s for that process, which a busy machine may take from the test.
for ($i = 0; $i < 20; $i++) {
    exec("kill -STOP $witness");
    Check::eventually(static fn (): bool => LockTool::state($witness) === 'T', 30, 'it has stopped');
    $start = hrtime(true);
    exec("kill -s QUIT -- -$pid");
    $tool->hears('QUIT');
    Check::eventually(static fn (): bool => ($pending() >> (SIGQUIT - 1) & 1) === 0, 30, 'the tool has taken it');
    $tool->types("\x1c");
    $tool->hears('QUIT');
    exec("kill -CONT $witness");
    $inTime = hrtime(true) - $start < 2e9;
    // The tool takes this one last, because its number is higher.
    exec("kill -USR2 $pid");
    if ($inTime) {
        $tool->hears('USR2');
        break;
    }
    $tool->reads("command USR2\r\n");
}
Check::true($inTime, 'once of 20 times the machine was fast enough');
exec("kill -s TERM -- -$pid");
$tool->hears('TERM');
$tool->ends(7, 'TERM');
echo 'done';
?>
--EXPECT--
done
