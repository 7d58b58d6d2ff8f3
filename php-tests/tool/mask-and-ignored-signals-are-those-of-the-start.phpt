--TEST--
The command has the signal mask and the ignored signals with which redis-lock was started, and no descriptor of Redis
--FILE--
<?php
$server = RedisServer::shared();
$look = ['sh', '-c', 'grep -E "^Sig(Blk|Ign)" /proc/self/status; ls -l /proc/self/fd | sed -n "s/.* -> socket/socket/p" | sort'];
$tool = [...LockTool::program(), 'run', Check::unique('mask'), "--url={$server->url()}", '--'];
// The command says the same with the tool and without it.
$same = static function (string $what, string ...$start) use ($look, $tool): void {
    // PHP ignores SIGPIPE from its start on, and the tool cannot see how it was started with it.
    $without = Command::mustRun([...$start, 'env', '--default-signal=PIPE', ...$look]);
    $with = Command::mustRun([...$start, ...$tool, ...$look]);
    // The C library keeps the signals 32 and 33 for its threads, and hides them from programs.
    [$without, $with] = preg_replace_callback(
        '/(?<=SigIgn:\t)\w+/',
        static fn (array $mask): string => sprintf('%016x', hexdec($mask[0]) & ~(3 << 31)),
        [$without, $with],
    );
    Check::same($without, $with, $what);
};
$traps = [':', "trap '' HUP", "trap '' INT QUIT", "trap '' TERM USR1 USR2 CHLD TSTP", "trap '' ALRM WINCH"];
$masks = [];
foreach ($traps as $trap) {
    $same($trap, 'sh', '-c', "$trap; exec \"\$@\"", 'sh');
    $masks[] = Command::mustRun(['sh', '-c', "$trap; exec \"\$@\"", 'sh', ...$tool, 'grep', 'SigIgn', '/proc/self/status']);
}
Check::same(count($traps), count(array_unique($masks)), 'each trap ignores other signals: ' . implode(' ', $masks));
// A program that blocks signals starts it.
$code = 'pcntl_sigprocmask(SIG_BLOCK, [SIGUSR1, SIGHUP, SIGALRM, SIGCHLD]); pcntl_exec("/usr/bin/env", array_slice($argv, 1));';
$same('blocked', PHP_BINARY, '-n', '-r', $code, '--');
$blocked = Command::mustRun([PHP_BINARY, '-n', '-r', $code, '--', ...$tool, 'grep', 'SigBlk', '/proc/self/status']);
Check::true(hexdec(substr($blocked, -8)) !== 0, $blocked);
// What is ignored does not end the tool, and is not passed on.
[$tool, $pid] = LockTool::inTerminal($server, LockTool::php(LockTool::SAYS_SIGNALS), "trap '' HUP; ");
$tool->reads("command ready\r\n");
exec("kill -HUP $pid; kill -USR1 $pid");
Check::same("command USR1\r\n", $tool->reads("\n"), 'HUP is ignored');
exec("kill -TERM $pid");
$tool->ends(7, 'TERM');
echo 'done';
?>
--EXPECT--
done
