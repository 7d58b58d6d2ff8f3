--TEST--
A key that is pressed while redis-lock still asks about a signal of the same kind reaches the command once
--FILE--
<?php
$server = RedisServer::shared();
$tool = LockTool::run($server, Check::unique('terminal'), LockTool::php(LockTool::SAYS_SIGNALS), columns: 80, shell: 'echo tool $$; exec "$@"');
$pid = (int) substr($tool->reads("\n"), strlen('tool '));
$tool->reads("command ready\r\n");
$heard = static function (string $what) use ($tool): void {
    Check::same("command $what\r\n", str_replace('^\\', '', $tool->reads("\r\n")), $what);
};
// This one passes through the tool, so its process that tells group signals apart is there afterwards.
exec("kill -USR1 $pid");
$heard('USR1');
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
    $heard('QUIT');
    Check::eventually(static fn (): bool => ($pending() >> (SIGQUIT - 1) & 1) === 0, 30, 'the tool has taken it');
    $tool->types("\x1c");
    $heard('QUIT');
    exec("kill -CONT $witness");
    $inTime = hrtime(true) - $start < 2e9;
    // The tool takes this one last, because its number is higher.
    exec("kill -USR2 $pid");
    if ($inTime) {
        $heard('USR2');
        break;
    }
    $tool->reads("command USR2\r\n");
}
Check::true($inTime, 'once of 20 times the machine was fast enough');
exec("kill -s TERM -- -$pid");
$heard('TERM');
$tool->ends(7, 'TERM');
echo 'done';
?>
--EXPECT--
done
